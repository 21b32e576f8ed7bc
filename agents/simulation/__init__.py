"""A model that stands in for tools that are not at hand: those of imported records."""

from agents.simulation._simulation import ModelSimulation, SimulationFailed

__all__ = ["ModelSimulation", "SimulationFailed"]
