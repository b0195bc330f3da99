"""Static files under names that carry their content, so that they can be cached for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Renames the imports inside JavaScript modules as well, since they import each other."""

    support_js_module_import_aggregation = True
