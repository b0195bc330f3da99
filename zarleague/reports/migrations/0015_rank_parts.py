from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0014_extracts_of_reports"),
    ]

    operations = [
        migrations.AddField(
            model_name="seasonprogress",
            name="ranks_evening",
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name="seasonprogress",
            name="ranks_revision",
            field=models.BigIntegerField(db_default=-1, default=-1),
        ),
    ]
