"""The stateless servers: one folder each, found by walking, thin over libraries."""
