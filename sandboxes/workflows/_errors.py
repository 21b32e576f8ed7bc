"""The fourteen error types of the recovery benchmark, in both languages that it is published in."""

from __future__ import annotations

from enum import StrEnum


class ErrorGroup(StrEnum):
    """What an error type is about."""

    STRUCTURAL = "structural"
    PARAMETER = "parameter"
    TOOL = "tool"


class ErrorType(StrEnum):
    """One of the fourteen error types, spelled as the benchmark spells them."""

    DEPENDENCE_ERROR = "Dependence_Error"
    DEPENDENCE_NULL = "Dependence_Null"
    PARALLELISM_ERROR = "Parallelism_Error"
    SERIAL_ERROR = "Serial_Error"
    PARAMETER_ERROR = "Parameter_Error"
    PARAMETER_INVALID = "Parameter_Invalid"
    PARAMETER_MISSING = "Parameter_Missing"
    TYPE_ERROR = "Type_Error"
    NULL_ERROR = "Null_Error"
    TIMEOUT_ERROR = "Timeout_Error"
    TOOL_NAME_ERROR = "Tool_name_Error"
    TOOL_SELECT_ERROR = "Tool_select_Error"
    TOOLCALL_MISSING = "Toolcall_Missing"
    TOOLCALL_REDUNDANCY = "Toolcall_Redundancy"

    @property
    def group(self) -> ErrorGroup:
        """What it is about."""
        place = tuple(ErrorType).index(self)
        if place < _FIRST_OF_PARAMETERS:
            return ErrorGroup.STRUCTURAL
        return ErrorGroup.PARAMETER if place < _FIRST_OF_TOOLS else ErrorGroup.TOOL

    @property
    def chinese(self) -> str | None:
        """Its Chinese tag; None for the two types that the real rollouts never have."""
        return _CHINESE.get(self)


_FIRST_OF_PARAMETERS, _FIRST_OF_TOOLS = 4, 8

WRONG_REACTION = "Wrong_Reaction"
"""Our name of the fifteenth tag, a wrong reaction to a failure, which no type stands for."""
WRONG_REACTION_CHINESE = "异常应对错误"

_CHINESE = {
    ErrorType.DEPENDENCE_ERROR: "依赖关系错误",
    ErrorType.DEPENDENCE_NULL: "依赖关系缺失",
    ErrorType.PARALLELISM_ERROR: "错误并行",
    ErrorType.SERIAL_ERROR: "错误串行",
    ErrorType.PARAMETER_ERROR: "参数名称错误",
    ErrorType.PARAMETER_INVALID: "参数值非法",
    ErrorType.PARAMETER_MISSING: "必要参数缺失",
    ErrorType.TYPE_ERROR: "参数类型错误",
    ErrorType.TOOL_NAME_ERROR: "工具名称错误",
    ErrorType.TOOL_SELECT_ERROR: "工具选择错误",
    ErrorType.TOOLCALL_MISSING: "必要工具缺失",
    ErrorType.TOOLCALL_REDUNDANCY: "工具调用冗余",
}
_ENGLISH = {chinese: str(error) for error, chinese in _CHINESE.items()} | {
    WRONG_REACTION_CHINESE: WRONG_REACTION
}


def english_tag(chinese: str) -> str | None:
    """The English tag of a Chinese one; None if there is none.

    Args:
        chinese: A tag as the real rollouts have it.
    """
    return _ENGLISH.get(chinese)


def chinese_tag(english: str) -> str | None:
    """The Chinese tag of an English one; None if there is none.

    Args:
        english: One of the fourteen types, or `WRONG_REACTION`.
    """
    if english == WRONG_REACTION:
        return WRONG_REACTION_CHINESE
    known = english in ErrorType.__members__.values()
    return ErrorType(english).chinese if known else None
