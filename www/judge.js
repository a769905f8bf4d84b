// The judge's worker: carries questions to its WebAssembly module and replies back, and understands neither.
import load, { Judge, fault } from "./rulebook.js";

const ready = load({ module_or_path: new URL("./rulebook_bg.wasm", import.meta.url) }).then(() => new Judge());

self.addEventListener("message", async ({ data: { number, ask, bytes } }) => {
  try {
    const judge = await ready;
    const progress = (percent) => self.postMessage({ number, percent });
    const reply = judge.answer(ask, bytes ? new Uint8Array(bytes) : new Uint8Array(), progress);
    const name = judge.file_name();
    self.postMessage({ number, reply, file: name && { name, text: judge.file_text() } });
  } catch (error) {
    let why = String(error);
    try {
      why = fault() ?? why;
    } catch {
      // It was never loaded.
    }
    self.postMessage({ number, broken: why });
  }
});
