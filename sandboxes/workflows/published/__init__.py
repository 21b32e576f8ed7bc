"""The published recovery benchmark: its records read as they are, and written."""

from sandboxes.workflows._errors import (
    WRONG_REACTION,
    ErrorGroup,
    ErrorType,
    chinese_tag,
    english_tag,
)
from sandboxes.workflows.published._export import Publisher
from sandboxes.workflows.published._groups import Groups, query_key, split_of
from sandboxes.workflows.published._kinds import MendKind, RefusalKind, UnmendedKind
from sandboxes.workflows.published._lines import PublishedFileError, file_hash
from sandboxes.workflows.published._reader import Reading, read_line, read_published
from sandboxes.workflows.published._record import (
    Label,
    Mend,
    Observation,
    PublishedTool,
    Record,
    RecordKind,
    Refusal,
    Unmended,
)
from sandboxes.workflows.published._writer import (
    published_line,
    published_observation,
    published_plan,
    published_tool,
)

__all__ = [
    "WRONG_REACTION",
    "ErrorGroup",
    "ErrorType",
    "Groups",
    "Label",
    "Mend",
    "MendKind",
    "Observation",
    "PublishedFileError",
    "PublishedTool",
    "Publisher",
    "Reading",
    "Record",
    "RecordKind",
    "Refusal",
    "RefusalKind",
    "Unmended",
    "UnmendedKind",
    "chinese_tag",
    "english_tag",
    "file_hash",
    "published_line",
    "published_observation",
    "published_plan",
    "published_tool",
    "query_key",
    "read_line",
    "read_published",
    "split_of",
]
