"""A server on the official Python SDK, 1.x."""

import asyncio

from mcp.server.fastmcp import FastMCP

server = FastMCP("peer-py1")


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def echo(text: str) -> str:
    """Says it again."""
    return text


@server.tool()
def fail(message: str = "gone") -> str:
    """Fails."""
    raise ValueError(message)


@server.tool()
async def slow(ms: int) -> str:
    """Takes its time."""
    await asyncio.sleep(ms / 1000)
    return "done"


server.run()
