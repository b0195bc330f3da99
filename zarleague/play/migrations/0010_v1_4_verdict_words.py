"""What a dispute that is not upheld is called. The database keeps verdicts as keys: nothing changes
in it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0009_v1_2_received_evenings"),
    ]

    operations = [
        migrations.AlterField(
            "ruling",
            "verdict",
            models.CharField(
                choices=[
                    ("upheld", "Dispute upheld"),
                    ("rejected", "Dispute rejected"),
                    ("undecided", "We can’t tell"),
                ],
                max_length=10,
            ),
        ),
    ]
