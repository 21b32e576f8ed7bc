"""Graph: walks, distances, components and matrices of small graphs."""

from sandboxes._catalogue import Server

SERVER = Server(
    name="Graph",
    order=15,
    summary="Small graphs: walks, distances, components, spanning trees and matrices.",
)
