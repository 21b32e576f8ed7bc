"""The fourteen error types, their groups, and their tags in both languages."""

from __future__ import annotations

from sandboxes.workflows.published import (
    WRONG_REACTION,
    ErrorGroup,
    ErrorType,
    chinese_tag,
    english_tag,
)


def test_there_are_four_structural_four_parameter_and_six_tool_types() -> None:
    groups = {group: [str(e) for e in ErrorType if e.group is group] for group in ErrorGroup}
    assert groups == {
        ErrorGroup.STRUCTURAL: [
            "Dependence_Error",
            "Dependence_Null",
            "Parallelism_Error",
            "Serial_Error",
        ],
        ErrorGroup.PARAMETER: [
            "Parameter_Error",
            "Parameter_Invalid",
            "Parameter_Missing",
            "Type_Error",
        ],
        ErrorGroup.TOOL: [
            "Null_Error",
            "Timeout_Error",
            "Tool_name_Error",
            "Tool_select_Error",
            "Toolcall_Missing",
            "Toolcall_Redundancy",
        ],
    }


def test_each_tag_comes_back_from_chinese() -> None:
    tags = [*map(str, ErrorType), WRONG_REACTION]
    there_and_back = {tag: english_tag(chinese_tag(tag) or "") for tag in tags}
    never_seen = {tag for tag, back in there_and_back.items() if back is None}
    assert never_seen == {"Null_Error", "Timeout_Error"}
    assert all(tag == back for tag, back in there_and_back.items() if tag not in never_seen)
    assert ErrorType.TYPE_ERROR.chinese == "参数类型错误"
    assert ErrorType.TIMEOUT_ERROR.chinese is None


def test_what_is_no_tag_has_none_in_the_other_language() -> None:
    assert (english_tag("参数"), chinese_tag("Nonsense")) == (None, None)


def test_the_fifteenth_tag_is_no_error_type() -> None:
    assert english_tag("异常应对错误") == WRONG_REACTION
    assert WRONG_REACTION not in set(map(str, ErrorType))
