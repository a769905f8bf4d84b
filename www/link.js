// A world as a link: its text, compressed, in the fragment, which browsers keep to themselves.
const MARK = "#play=";
/** Longer addresses are cut off by the programs that people paste them into. */
const LONGEST = 8_000;
/** Nobody does so much by hand; a link that grows beyond it was made to. */
const LARGEST = 8 << 20;

export const isLink = (hash) => hash.startsWith(MARK);

/** The link that leads to a world; nothing when it would be too long. */
export async function link(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const code = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const hash = MARK + code.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return hash.length > LONGEST ? undefined : hash;
}

/** The world that a link leads to. A damaged link gives a text that is no world, and the page says so. */
export async function world(hash) {
  try {
    const code = hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
  } catch {
    return "";
  }
}

async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  // What goes wrong with it shows while reading.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LARGEST) throw new RangeError("too large");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
