"""Records have the columns that trl reads, and say where their points come from."""

from __future__ import annotations

from evaluators.training_data import KeptOut, dpo_record, select_pairs, select_single, sft_record
from tests.evaluators.training_data.builders import response

PROMPT = [{"role": "system", "content": "How."}, {"role": "user", "content": "What."}]
SOURCE = {"graded": "people", "facts": "program"}


def test_a_single_response_is_a_conversation_that_ends_with_it() -> None:
    [example] = select_single([response("a", 14.5)], KeptOut()).candidates
    assert sft_record(example, PROMPT, "So.") == {
        "messages": [*PROMPT, {"role": "assistant", "content": "So."}],
        "source": SOURCE,
        "points": 14.5,
        "instance": "some_task-1/1",
    }


def test_a_pair_has_one_prompt_and_two_replies() -> None:
    [pair] = select_pairs([response("a", 4), response("b", 14)], KeptOut()).candidates
    assert dpo_record(pair, PROMPT, "Good.", "Bad.") == {
        "prompt": PROMPT,
        "chosen": [{"role": "assistant", "content": "Good."}],
        "rejected": [{"role": "assistant", "content": "Bad."}],
        "source": SOURCE,
        "points": {"chosen": 14.0, "rejected": 4.0},
        "instance": "some_task-1/1",
    }


def test_a_judge_is_named_by_its_identity() -> None:
    [example] = select_single([response("a", 15, graded_by="0123abcd")], KeptOut()).candidates
    assert sft_record(example, [], "")["source"] == {"graded": "0123abcd", "facts": "program"}
