"""What can happen to a published record: closed lists of kinds, with a sentence each."""

from __future__ import annotations

from enum import StrEnum


class _Kind(StrEnum):
    """A kind with the sentence that documents and pages say about it."""

    sentence: str

    def __new__(cls, value: str, sentence: str) -> _Kind:
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.sentence = sentence
        return kind


class MendKind(_Kind):
    """In which way a form was changed; nothing is lost by any of them."""

    BYTE_ORDER_MARK = "byte_order_mark", "The mark before the first line is passed over."
    JSON_IN_TEXT = (
        "json_in_text",
        "A text holds JSON where a value should stand; it is read as what it holds.",
    )
    TWICE_IN_TEXT = (
        "twice_in_text",
        "A text holds a text that holds JSON; it is read as what the inner one holds.",
    )
    PYTHON_IN_TEXT = (
        "python_in_text",
        "A text holds a Python literal and no JSON; it is read as what the literal says.",
    )
    NOT_IN_TEXT = (
        "not_in_text",
        "A value stands bare where the published form has a text that holds it; it is taken as it "
        "is.",
    )
    NUMBER_IN_TEXT = "number_in_text", "A text of digits stands for a whole number."
    VALUE_AS_TEXT = (
        "value_as_text",
        "Something else stands where a text should; it is written out as JSON.",
    )
    UNSTORABLE_SIGN = (
        "unstorable_sign",
        "A sign that no database keeps (NUL, or half of a pair) becomes the replacement sign "
        "U+FFFD.",
    )
    CHINESE_TAG = "chinese_tag", "A Chinese tag becomes the English one."
    TAG_SPELLING = (
        "tag_spelling",
        "A tag in other capitals, or with blanks around it, becomes the tag.",
    )
    BARE_LIST_OF_NODES = (
        "bare_list_of_nodes",
        'The plan is a list of nodes without the object with "tasks" around it; it is read as one.',
    )
    ID_MADE = (
        "id_made",
        "A node has no id that is a text; it is called # and its place in the list.",
    )
    ID_NUMBER = "id_number", "A number as an id, or in a list of dependencies, becomes a text."
    NAME_OF_END = (
        "name_of_end",
        "Root or response has an empty tool, or itself as one; it has none.",
    )
    DESCRIPTION_ABSENT = "description_absent", "A description is missing or null; it is empty."
    DEPENDENCIES_ABSENT = (
        "dependencies_absent",
        "A list of dependencies is missing or null; it is empty.",
    )
    DEPENDENCY_IN_TEXT = (
        "dependency_in_text",
        "One id stands in place of a list of dependencies; it becomes a list of one, or of none if "
        "it is empty.",
    )
    STATUS_ABSENT = "status_absent", "A status is missing or null; it is false."
    STATUS_IN_TEXT = (
        "status_in_text",
        "A status is the text true or false in whatever capitals, or 1 or 0; it becomes true or "
        "false.",
    )
    ARGUMENTS_ABSENT = "arguments_absent", "Arguments are missing; there are none."
    ARGUMENTS_NULL = "arguments_null", "Arguments are null; there are none."
    ARGUMENTS_EMPTY_LIST = "arguments_empty_list", "Arguments are an empty list; there are none."
    ARGUMENTS_EMPTY_TEXT = "arguments_empty_text", "Arguments are an empty text; there are none."
    ARGUMENTS_IN_LIST = (
        "arguments_in_list",
        "Arguments are a list of one object; they are that object.",
    )
    ARGUMENTS_MERGED = (
        "arguments_merged",
        "Arguments are a list of several objects with different parameters; they are put together.",
    )
    PARAMETERS_EMPTY = (
        "parameters_empty",
        "A tool's parameters are missing, null or an empty list; it has none.",
    )
    REQUIRED_ABSENT = (
        "required_absent",
        "A tool's list of required parameters is missing or null; it is empty.",
    )


class UnmendedKind(_Kind):
    """What could not be put in order; what stood there is kept beside the record, whole."""

    FIELD_ABSENT = "field_absent", "A field of the record is missing or null."
    FIELD_UNKNOWN = "field_unknown", "A field is none of the published form; it is kept beside."
    KEY_TWICE = (
        "key_twice",
        "A key stands twice in one object; the last value holds, the original line has both.",
    )
    NUMBER_UNREADABLE = "number_unreadable", "What should be a whole number is none."
    TAG_UNKNOWN = "tag_unknown", "A tag is none of the fifteen; the record goes without it."
    PLAN_UNREADABLE = "plan_unreadable", "The plan can't be read; the record has an empty one."
    NODE_UNREADABLE = "node_unreadable", "A node is no object; the plan goes without it."
    ID_TWICE = "id_twice", "Several nodes have one id; all are kept."
    ID_UNFIT = (
        "id_unfit",
        "An id is longer than 100 characters, has blanks around it, or holds / { } or signs that "
        "can't be printed, which "
        "ids of plans that are run can't; it is kept as it is.",
    )
    ROOT_ABSENT = "root_absent", "The plan has no root; none is made up."
    RESPONSE_ABSENT = "response_absent", "The plan has no response; none is made up."
    CALL_ON_END = (
        "call_on_end",
        "Root or response calls a tool, which ends don't; tool and arguments are kept beside.",
    )
    ARGUMENTS_ON_END = (
        "arguments_on_end",
        "Root or response has arguments without a tool; they are kept beside.",
    )
    TOOL_ABSENT = (
        "tool_absent",
        "A node that is no end names no tool; it is kept, and can't be run.",
    )
    TOOL_UNREADABLE = (
        "tool_unreadable",
        "A node's tool is no text, or a tool is no object with a name; it is left out.",
    )
    TOOL_TWICE = "tool_twice", "Several tools have one name; all are kept."
    DEPENDENCIES_UNREADABLE = (
        "dependencies_unreadable",
        "What should be ids of other nodes is none; it is left out.",
    )
    STATUS_UNREADABLE = "status_unreadable", "A status says neither true nor false; it is false."
    ARGUMENTS_FREE_TEXT = (
        "arguments_free_text",
        "Arguments are prose; there are none, and the text is kept beside.",
    )
    ARGUMENTS_WITHOUT_VALUES = (
        "arguments_without_values",
        "Arguments are a list of names of parameters; there are none, and the list is kept beside.",
    )
    ARGUMENTS_WITHOUT_NAMES = (
        "arguments_without_names",
        "Arguments are a list of values; there are none, and the list is kept beside.",
    )
    ARGUMENTS_CONFLICT = (
        "arguments_conflict",
        "Several objects give a parameter different values; there are no arguments, and the list "
        "is kept beside.",
    )
    ARGUMENTS_UNREADABLE = (
        "arguments_unreadable",
        "Arguments are neither object nor list nor text, or a list of several kinds; there are "
        "none, and they are kept beside.",
    )
    SCHEMA_AS_VALUE = (
        "schema_as_value",
        "A parameter is described where its value should stand; the description is kept as the "
        "value.",
    )
    PARAMETERS_UNREADABLE = (
        "parameters_unreadable",
        "A tool's parameters are no object, or its required ones no list of texts; it has none.",
    )
    TOOLS_UNREADABLE = (
        "tools_unreadable",
        "The list of tools can't be read; the record has none.",
    )
    CALLS_UNREADABLE = (
        "calls_unreadable",
        "The list of calls can't be read; the record has none, and the text is kept beside.",
    )
    CALL_UNREADABLE = (
        "call_unreadable",
        "A call is no object with a name; the list goes without it.",
    )


class RefusalKind(_Kind):
    """Why a line is no record."""

    TOO_LONG = "too_long", "The line is longer than 2 MiB."
    NOT_UTF8 = "not_utf8", "The line is no UTF-8."
    NOT_JSON = "not_json", "The line is no JSON."
    NOT_AN_OBJECT = "not_an_object", "The line is JSON, but no object."
    TOO_DEEP = "too_deep", "The line is nested more than 40 levels deep."
    NO_RECORD = "no_record", "The object has no query, no plan or no tag."
