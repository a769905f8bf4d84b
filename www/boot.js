import init, { mount } from "./wirelab.js";

await init();
// The handle lives as long as the page: letting it go would unmount the playground.
globalThis.wirelab = mount(document.getElementById("wirelab"));
