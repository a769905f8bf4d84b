// What both TypeScript clients share: results in few words, the same as those of the other languages.

function block(content) {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'resource':
      return `resource ${ofContents(content.resource)}`;
    case 'resource_link':
      return `resource_link ${content.uri}`;
    default:
      return `${content.type} ${content.mimeType} ${content.data.length}`;
  }
}

function ofContents(contents) {
  const body = 'text' in contents ? contents.text : `blob ${contents.blob.length}`;
  return `${contents.uri} ${contents.mimeType} ${body}`;
}

export function called(result) {
  const summary = { isError: result.isError ?? false, content: result.content.map(block) };
  if ('structuredContent' in result) summary.structured = result.structuredContent;
  return summary;
}

export const read = (result) => result.contents.map(ofContents);
export const prompted = (result) => result.messages.map((message) => `${message.role}: ${block(message.content)}`);
export const completed = ({ completion }) => [completion.values, completion.total, completion.hasMore ?? false];

export const sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

// Waits for what a notification brings, five seconds at most.
export async function until(condition) {
  for (let turn = 0; turn < 500 && !condition(); turn += 1) await sleep(10);
}

// What a request gives, in short, or its error.
export async function outcome(request, short) {
  try {
    return short(await request);
  } catch (error) {
    if (!Number.isInteger(error.code)) throw error;
    return { code: error.code, message: error.message.replace(/^MCP error -?\d+: /, '') };
  }
}

// One after the other, so that what the server counts is the same each time.
export async function inTurn(items, work) {
  const results = [];
  for (const item of items) results.push(await work(item));
  return results;
}

// Everything that a client of either generation does alike.
export async function tour(client, plan, { logs, callTool, setLevel, subscribe }) {
  const progress = [];
  const summary = {
    tools: (await client.listTools()).tools.map((tool) => tool.name),
    resources: (await client.listResources()).resources.map((resource) => resource.uri),
    templates: (await client.listResourceTemplates()).resourceTemplates.map((template) => template.uriTemplate),
    prompts: (await client.listPrompts()).prompts.map((prompt) => prompt.name),
    calls: await inTurn(plan.calls, ([name, args]) => outcome(callTool(name, args), called)),
    read: await inTurn(plan.read, (uri) => outcome(client.readResource({ uri }), read)),
    prompted: await inTurn(plan.prompted, ([name, args]) => outcome(client.getPrompt({ name, arguments: args }), prompted)),
    completed: await inTurn(plan.completed, ([ref, name, value]) =>
      outcome(client.complete({ ref, argument: { name, value } }), completed),
    ),
  };

  const onprogress = ({ progress: done, total, message }) => progress.push([done, total, message ?? null]);
  await callTool('slow', { ms: 1000 }, { onprogress });
  summary.progress = progress;

  const impatience = new AbortController();
  const slow = callTool('slow', { ms: 60000 }, { signal: impatience.signal }).catch(() => {});
  await sleep(100);
  impatience.abort('too slow');
  await slow;
  summary['after the cancellation'] = called(await callTool('echo', { text: 'here' }));

  logs.length = 0;
  await setLevel();
  await callTool('fail', { message: 'gone' });
  await until(() => logs.length >= 2);
  summary.logs = [...logs];

  summary.updated = await subscribe();
  return summary;
}
