"""Cut the reports made so far into extracts, few rows in a transaction."""

import json
from typing import Any

from django.db import migrations

from zarleague.reports.season_report.extracts import extracts_of

AT_ONCE = 100
"""Rows stored in one transaction."""


def cut(apps: Any, schema_editor: Any) -> None:
    """Store the extracts of each report that has no head, which is stored last. What a killed run
    has stored stays."""
    alias = schema_editor.connection.alias
    extract = apps.get_model("reports", "ReportExtract")
    reports = apps.get_model("reports", "SeasonReport").objects.using(alias)
    done = extract.objects.using(alias).filter(name="head").values("report")
    for key in list(reports.exclude(pk__in=done).order_by("pk").values_list("pk", flat=True)):
        report, stored = reports.get(pk=key), extract.objects.using(alias).filter(report=key)
        known = set(stored.values_list("name", "number"))
        head, *others = [
            extract(report_id=key, name=found.name, number=found.number, body=found.body)
            for found in extracts_of(json.loads(report.body), report.differences)
        ]
        left = [row for row in others if (row.name, row.number) not in known]
        for start in range(0, len(left), AT_ONCE):
            extract.objects.using(alias).bulk_create(left[start : start + AT_ONCE])
        head.save(using=alias)


class Migration(migrations.Migration):
    """See the module."""

    atomic = False

    dependencies = [("reports", "0013_report_extracts")]

    operations = [migrations.RunPython(cut, migrations.RunPython.noop, elidable=True)]
