"""A server that is reached by HTTP, on the official Python SDK, 1.x or 2.x. Arguments: the port, and a file. With a file it
speaks TLS, under a certificate that it makes itself and writes there."""

import asyncio
import sys
from typing import Annotated

from pydantic import BaseModel, Field

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


# What is marked stands in a header too, from 2026-07-28 on.
Marked = Annotated[int, Field(json_schema_extra={"x-mcp-header": "First"})]


@server.tool()
def add(a: Marked, b: int) -> int:
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


def secured(file: str) -> None:
    """Serves under a certificate of its own."""
    import datetime
    import ipaddress

    import uvicorn
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a desk")])
    here = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([here]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    with open(file + ".key", "wb") as out:
        out.write(secret)
    with open(file, "wb") as out:
        out.write(certificate.public_bytes(serialization.Encoding.PEM))
    app = server.streamable_http_app()
    uvicorn.run(app, host="127.0.0.1", port=port, ssl_certfile=file, ssl_keyfile=file + ".key")


if len(sys.argv) > 2:
    secured(sys.argv[2])
else:
    run()
