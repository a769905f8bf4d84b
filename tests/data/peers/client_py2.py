"""A client on the official Python SDK, 2.x: talks to the server in its arguments and prints what it got as JSON."""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters

MODE = sys.argv[1]
CALLS = json.loads(sys.argv[2])
SERVER = StdioServerParameters(command=sys.argv[3], args=sys.argv[4:])


async def main():
    async with Client(SERVER, mode=MODE) as client:
        listed = await client.list_tools()
        calls = []
        for name, arguments in CALLS:
            try:
                result = await client.call_tool(name, arguments)
                calls.append({"isError": result.is_error, "texts": [block.text for block in result.content]})
            except MCPError as error:
                calls.append({"code": error.code, "message": error.message})
        quick = await asyncio.gather(
            client.call_tool("slow", {"ms": 300}), *(client.call_tool("echo", {"text": str(n)}) for n in range(50))
        )
        return {
            "version": client.protocol_version,
            "server": client.server_info.name,
            "tools": [tool.name for tool in listed.tools],
            "calls": calls,
            "together": [result.content[0].text for result in quick],
        }


print(json.dumps(asyncio.run(main())))
