"""Math: arithmetic, elementary functions, whole numbers and statistics."""

from sandboxes._catalogue import Server

SERVER = Server(
    name="Math",
    order=8,
    summary="Arithmetic, elementary functions, whole numbers and statistics of lists.",
)
