// The page's side of the judge's worker: it starts with the first question, and anew after it has broken down.
let worker;
const waiting = new Map();

/**
 * Answers question `number`. `body` is a text or a file to be opened, or nothing; `done` takes the reply as JSON, and
 * `progress` how much of a long one is there, in percent.
 */
export async function ask(number, question, body, done, progress) {
  waiting.set(number, { done, progress });
  try {
    const bytes = await read(body);
    worker ??= start();
    worker.postMessage({ number, ask: question, bytes }, bytes ? [bytes] : []);
  } catch (error) {
    end(number, failed(error));
  }
}

async function read(body) {
  if (body === undefined) return undefined;
  return typeof body === "string" ? new TextEncoder().encode(body).buffer : body.arrayBuffer();
}

function start() {
  const made = new Worker(new URL("./judge.js", import.meta.url), { type: "module" });
  made.addEventListener("message", ({ data: { number, reply, file, broken, percent } }) => {
    if (percent !== undefined) return waiting.get(number)?.progress?.(percent);
    if (broken !== undefined) return stop(broken);
    if (file) save(file);
    end(number, reply);
  });
  made.addEventListener("error", (event) => {
    event.preventDefault();
    stop(event.message ?? "judge.js");
  });
  return made;
}

/** Whoever still waits is told why; what the worker had open is gone with it. */
function stop(why) {
  worker?.terminate();
  worker = undefined;
  for (const number of [...waiting.keys()]) end(number, failed(why));
}

/** Lets the worker go, with its memory; the next question starts another. */
export const dismiss = () => stop("closed");

function end(number, reply) {
  const asked = waiting.get(number);
  waiting.delete(number);
  asked?.done(reply);
}

const failed = (why) => JSON.stringify({ failed: String(why) });

/** Gives a file to the reader. */
export function save({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  // Not at once: the browser has yet to take it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
