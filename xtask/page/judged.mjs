// The page as it is, judged by axe-core and measured for a phone.
import { readFileSync } from "node:fs";
import { modules } from "./harness.mjs";

const axe = readFileSync(modules.resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core has to say of the page as it is. */
export async function judge(page) {
  // Through the driver: the page's own policy lets no such script in.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary, any }) => {
    const colours = any[0]?.data?.contrastRatio ? ` ${any[0].data.fgColor} on ${any[0].data.bgColor}: ${any[0].data.contrastRatio}` : "";
    return `${id} at ${target.join(" ")}: ${failureSummary.split("\n")[1]?.trim()}${colours}`;
  }));
}

/** What is wider than the screen, and what is too small for a finger (24 px, WCAG 2.5.8). */
export const cramped = (page) => page.evaluate(() => {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  for (const element of document.querySelectorAll("button, select, input, textarea, a[href], summary")) {
    const box = element.getBoundingClientRect();
    if (!box.width || element.disabled) continue;
    // A box that ticks has its label to be touched.
    const target = (element.matches("[type=checkbox], [type=radio], [type=file]") && element.closest("label")?.getBoundingClientRect()) || box;
    const name = `${element.localName}.${element.className} [${element.dataset.msg ?? ""} ${element.dataset.arg ?? ""}]`;
    if (target.height < 23.5 || target.width < 23.5) found.push(`${name} is ${Math.round(target.width)}×${Math.round(target.height)} px`);
  }
  return [...new Set(found)];
});
