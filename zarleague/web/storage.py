"""Static files under names that carry their content, so that they can be cached for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """The scripts are modules that import each other: their imports are renamed as well."""

    support_js_module_import_aggregation = True
