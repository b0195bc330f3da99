"""Players say before an evening whether they will come."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0005_v1_1_substitutes"),
    ]

    operations = [
        migrations.AlterField(
            "attendance",
            "state",
            models.CharField(
                choices=[
                    ("here", "Here"),
                    ("late", "Comes later"),
                    ("left", "Went home"),
                    ("away", "Not here"),
                    ("yes", "Says yes"),
                    ("maybe", "Says maybe"),
                    ("no", "Says no"),
                ],
                default="here",
                max_length=8,
            ),
        ),
    ]
