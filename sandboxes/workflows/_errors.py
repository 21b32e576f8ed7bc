"""The fourteen types of error in parallel plans (ParaRecover, table 1)."""

from __future__ import annotations

from enum import StrEnum


class ErrorType(StrEnum):
    """What is wrong with a plan, or with what its last calls returned."""

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
    def group(self) -> str:
        """structural, parameter or tool."""
        return _GROUPS[self]


_STRUCTURAL = (
    ErrorType.DEPENDENCE_ERROR,
    ErrorType.DEPENDENCE_NULL,
    ErrorType.PARALLELISM_ERROR,
    ErrorType.SERIAL_ERROR,
)
_PARAMETER = (
    ErrorType.PARAMETER_ERROR,
    ErrorType.PARAMETER_INVALID,
    ErrorType.PARAMETER_MISSING,
    ErrorType.TYPE_ERROR,
)
_GROUPS = {
    error: "structural" if error in _STRUCTURAL else "parameter" if error in _PARAMETER else "tool"
    for error in ErrorType
}
