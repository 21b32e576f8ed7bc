import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0002_judges"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TrainingChoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("sft", "Single responses (SFT)"), ("dpo", "Pairs (DPO)")],
                        max_length=3,
                    ),
                ),
                ("key", models.CharField(max_length=40, unique=True)),
                ("keep", models.BooleanField()),
                ("why", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="training_choices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("keep", True), ("why", "")),
                            models.Q(("keep", False), models.Q(("why", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="dropped_for_a_reason",
                    )
                ],
            },
        ),
    ]
