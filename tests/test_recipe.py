"""The recipe is what the paper says, in names that trl and peft know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

RECIPE = Path(__file__).parents[1] / "docs" / "training" / "recipe.yaml"
TRAINING = {
    "num_train_epochs",
    "learning_rate",
    "lr_scheduler_type",
    "warmup_steps",
    "per_device_train_batch_size",
    "gradient_accumulation_steps",
    "seed",
}
"""Options that both configurations have from transformers' TrainingArguments (5.x)."""
OPTIONS = {
    "lora": {"r", "lora_alpha", "lora_dropout", "target_modules", "bias", "task_type"},
    "sft": TRAINING | {"max_length", "packing", "assistant_only_loss", "completion_only_loss"},
    "dpo": TRAINING | {"max_length", "beta", "loss_type", "precompute_ref_log_probs"},
}
"""Names from the documentation of peft's LoraConfig and trl's SFTConfig and DPOConfig (1.x)."""
GLOBAL_BATCH = 64


@pytest.fixture(scope="module")
def recipe() -> dict[str, Any]:
    """The file, read."""
    found: dict[str, Any] = yaml.safe_load(RECIPE.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("part", OPTIONS)
def test_every_name_is_an_option(part: str, recipe: dict[str, Any]) -> None:
    assert set(recipe) == {"model", *OPTIONS}
    assert set(recipe[part]) <= OPTIONS[part]


def test_the_figures_are_the_papers(recipe: dict[str, Any]) -> None:
    assert recipe["model"] == "Qwen/Qwen3-8B"
    assert recipe["lora"] | {"r": 32, "lora_alpha": 64, "lora_dropout": 0.05} == recipe["lora"]
    sft = {
        "num_train_epochs": 3,
        "learning_rate": 1e-4,
        "lr_scheduler_type": "cosine",
        "warmup_steps": 0.03,
        "max_length": 4096,
    }
    assert recipe["sft"] | sft == recipe["sft"]
    dpo = {"num_train_epochs": 1, "learning_rate": 5e-6, "warmup_steps": 0.1, "beta": 0.1}
    assert recipe["dpo"] | dpo == recipe["dpo"]


@pytest.mark.parametrize("part", ["sft", "dpo"])
def test_one_device_makes_the_global_batch(part: str, recipe: dict[str, Any]) -> None:
    found = recipe[part]
    made = found["per_device_train_batch_size"] * found["gradient_accumulation_steps"]
    assert made == GLOBAL_BATCH


def test_what_the_paper_does_not_say_is_marked() -> None:
    ours = {"task_type", "assistant_only_loss", "seed"}
    lines = RECIPE.read_text(encoding="utf-8").splitlines()
    told = [line for line in lines if line.strip().partition(":")[0] in ours]
    assert len(told) == 4
    assert all("# ours" in line for line in told)
