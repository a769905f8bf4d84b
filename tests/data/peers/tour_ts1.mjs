// A client on the official TypeScript SDK, 1.x: asks the server for all that there is and prints what it got as JSON.
// Arguments: the folder of the SDK, the plan, the command of the server or where it is.

import { createRequire } from 'node:module';
import { called, tour, until } from './summary.mjs';

const [sdk, planned, command, ...args] = process.argv.slice(2);
const require = createRequire(`${sdk}/package.json`);
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
const types = require('@modelcontextprotocol/sdk/types.js');

const plan = JSON.parse(planned);
const calls = 'demo://calls';
const asked = [];
const logs = [];
const updated = [];

// The SDK asks for its latest revision only.
const overHttp = command.startsWith('http:');
let agreed;
class Transport extends (overHttp ? StreamableHTTPClientTransport : StdioClientTransport) {
  send(message, options) {
    if (message.method === 'initialize') message.params.protocolVersion = plan.revision;
    return super.send(message, options);
  }
  setProtocolVersion(revision) {
    agreed = revision;
    super.setProtocolVersion?.(revision);
  }
}

const capabilities = { sampling: {}, elicitation: {}, roots: {} };
const client = new Client({ name: 'tour', version: '1' }, { capabilities });
client.setRequestHandler(types.CreateMessageRequestSchema, ({ params }) => {
  const [message] = params.messages;
  asked.push(`sampling ${message.role} ${message.content.text} ${params.maxTokens}`);
  return { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'peer', stopReason: 'endTurn' };
});
client.setRequestHandler(types.ElicitRequestSchema, ({ params }) => {
  asked.push(`elicitation ${params.message} ${Object.keys(params.requestedSchema.properties)}`);
  return { action: 'accept', content: { name: 'Ada' } };
});
client.setRequestHandler(types.ListRootsRequestSchema, () => {
  asked.push('roots');
  return { roots: [{ uri: 'file:///project', name: 'project' }] };
});
client.setNotificationHandler(types.LoggingMessageNotificationSchema, ({ params }) => {
  logs.push([params.level, params.logger, params.data]);
});
client.setNotificationHandler(types.ResourceUpdatedNotificationSchema, ({ params }) => {
  updated.push(params.uri);
});

const transport = overHttp ? new Transport(new URL(command)) : new Transport({ command, args });
await client.connect(transport);
await client.ping();
const callTool = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
const summary = await tour(client, plan, {
  logs,
  callTool,
  setLevel: () => client.setLoggingLevel('info'),
  async subscribe() {
    await client.subscribeResource({ uri: calls });
    await callTool('echo', { text: 'x' });
    await until(() => updated.length > 0);
    await client.unsubscribeResource({ uri: calls });
    await callTool('echo', { text: 'x' });
    await client.ping();
    return updated;
  },
});

// A task from its making to its result, as the SDK's stream tells it.
async function asTask(ms) {
  const seen = [];
  const call = { name: 'slow', arguments: { ms } };
  const stream = client.experimental.tasks.callToolStream(call, undefined, { task: { ttl: 60000 } });
  for await (const message of stream) seen.push(message);
  return seen;
}

if (plan.revision === '2025-11-25') {
  const { tasks } = client.experimental;
  const seen = await asTask(300);
  const { task } = seen.find(({ type }) => type === 'taskCreated');
  const got = await tasks.getTask(task.taskId);
  const call = { method: 'tools/call', params: { name: 'slow', arguments: { ms: 60000 } } };
  const other = await client.request(call, types.CreateTaskResultSchema, { task: { ttl: 60000 } });
  const cancelled = await tasks.cancelTask(other.task.taskId);
  const listed = await tasks.listTasks();
  summary.tasks = {
    made: task.status,
    result: called(seen.at(-1).result),
    got: got.status,
    cancelled: cancelled.status,
    listed: listed.tasks.map(({ status }) => status),
  };
}

const told = { revision: agreed, server: client.getServerVersion().name, ...summary, asked };
console.log(JSON.stringify(told));
if (overHttp) await transport.terminateSession();
await client.close();
