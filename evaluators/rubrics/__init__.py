"""What people and judges grade, and by what: a rubric is a file."""

from evaluators.rubrics._rubric import (
    Example,
    Item,
    Option,
    Rubric,
    RubricError,
    rubric,
    rubric_from_toml,
    rubric_names,
)

__all__ = [
    "Example",
    "Item",
    "Option",
    "Rubric",
    "RubricError",
    "rubric",
    "rubric_from_toml",
    "rubric_names",
]
