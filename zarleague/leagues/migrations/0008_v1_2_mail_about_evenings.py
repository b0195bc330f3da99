"""Whether an account wants e-mails about evenings ahead."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0007_v1_2_given_up"),
    ]

    operations = [
        migrations.AddField(
            "mailchoice",
            "evenings",
            models.BooleanField(
                db_default=True,
                default=True,
                verbose_name="Evenings ahead: the day before, and when one changes",
            ),
        ),
    ]
