"""A server for the benchmark on the official Python SDK, 1.x or 2.x.

Its tools are asynchronous and say plain text: in both versions that is less work than what the READMEs show.
"""

try:
    from mcp.server import MCPServer
except ImportError:
    from mcp.server.fastmcp import FastMCP as MCPServer

server = MCPServer("speed", log_level="ERROR")


@server.tool(structured_output=False)
async def add(a: int, b: int) -> str:
    """Adds two numbers."""
    return str(a + b)


@server.tool(structured_output=False)
async def echo(text: str) -> str:
    """Says it again."""
    return text


server.run("stdio")
