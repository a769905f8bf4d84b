// A server that is reached by HTTP, on the official TypeScript SDK, 1.x or 2.x; the second in both eras.
// Arguments: the folder of the SDK, the port.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';

const [sdk, port] = process.argv.slice(2);
const require = createRequire(`${sdk}/package.json`);
const isFirst = require(`${sdk}/package.json`).name === '@modelcontextprotocol/sdk';
const z = require('zod');
const { McpServer } = isFirst ? require('@modelcontextprotocol/sdk/server/mcp.js') : require('@modelcontextprotocol/server');

const says = (text) => ({ content: [{ type: 'text', text }] });
const made = () => {
  const server = new McpServer({ name: isFirst ? 'http-ts1' : 'http-ts2', version: '1' });
  const tool = (name, description, shape, run) => {
    server.registerTool(name, { description, inputSchema: z.object(shape) }, async (words) => says(await run(words)));
  };
  // What is marked stands in a header too, from 2026-07-28 on.
  const marked = z.number().int().meta({ 'x-mcp-header': 'First' });
  tool('add', 'Adds two numbers.', { a: marked, b: z.number().int() }, ({ a, b }) => String(a + b));
  tool('slow', 'Takes its time.', { ms: z.number().int() }, ({ ms }) => {
    return new Promise((done) => setTimeout(() => done('done'), ms));
  });
  tool('echo', 'Says it again.', { text: z.string() }, ({ text }) => text);
  return server;
};

/** What was said on each stream, so that one that broke can be taken up. */
class Events {
  said = [];

  async storeEvent(stream, message) {
    this.said.push([stream, message]);
    return String(this.said.length);
  }

  async getStreamIdForEventId(id) {
    return this.said[id - 1]?.[0];
  }

  async replayEventsAfter(id, { send }) {
    const stream = await this.getStreamIdForEventId(id);
    for (let next = Number(id); next < this.said.length; next += 1) {
      if (this.said[next][0] === stream) await send(String(next + 1), this.said[next][1]);
    }
    return stream;
  }
}

let handle;
if (isFirst) {
  const { StreamableHTTPServerTransport } = require('@modelcontextprotocol/sdk/server/streamableHttp.js');
  const sessions = new Map();
  handle = async (request, response) => {
    const id = request.headers['mcp-session-id'];
    let transport = sessions.get(id);
    if (id !== undefined && transport === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (transport === undefined) {
      const onsessioninitialized = (given) => sessions.set(given, transport);
      const eventStore = new Events();
      transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized, eventStore });
      await made().connect(transport);
    }
    await transport.handleRequest(request, response);
  };
} else {
  const { createMcpHandler } = require('@modelcontextprotocol/server');
  const handler = createMcpHandler(made);
  const answer = typeof handler === 'function' ? handler : (request) => handler.fetch(request);
  handle = async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, headers } = request;
    const body = method === 'POST' ? Buffer.concat(chunks) : undefined;
    const made = await answer(new Request(`http://127.0.0.1:${port}${request.url}`, { method, headers, body }));
    response.writeHead(made.status, Object.fromEntries(made.headers));
    response.flushHeaders();
    if (made.body) Readable.fromWeb(made.body).pipe(response);
    else response.end();
  };
}
createServer((request, response) => {
  handle(request, response).catch((error) => response.writeHead(500).end(String(error)));
}).listen(Number(port), '127.0.0.1');
