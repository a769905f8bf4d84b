"""A server that is reached by HTTP, on the official Python SDK, 1.x or 2.x. Argument: the port."""

import asyncio
import sys

from pydantic import BaseModel

port = int(sys.argv[1])
try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver import Context

    server = MCPServer("http-py2")
    run = lambda: server.run("streamable-http", host="127.0.0.1", port=port)
except ImportError:
    from mcp.server.fastmcp import Context, FastMCP

    server = FastMCP("http-py1", host="127.0.0.1", port=port)
    run = lambda: server.run("streamable-http")


class Name(BaseModel):
    name: str = "Ada"


@server.tool()
async def slow(steps: int, ctx: Context) -> str:
    """Takes its time, and tells how far it is."""
    for step in range(steps):
        await ctx.report_progress(step + 1, steps)
        await asyncio.sleep(0.05)
    return "done"


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def echo(text: str) -> str:
    """Says it again."""
    return text


@server.tool()
async def ask(ctx: Context) -> str:
    """Asks who is there."""
    answer = await ctx.elicit(message="Who is there?", schema=Name)
    return f"{answer.action} {answer.data.name}"


run()
