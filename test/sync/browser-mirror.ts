import { launchChromium } from "../browser/chromium.ts";
import { startClientSite } from "../browser/client-site.ts";
import type { Copied } from "./lists.ts";

/** Copy of the calendar's public records in a web page. The page follows the changes of the calendar. */
export interface BrowserMirror {
  contents(): Promise<Copied>;
  /** Returns the number of calls of `onError` and `onChange` so far. */
  figures(): Promise<{ readonly errors: number; readonly changes: number }>;
  /** Closes the page and opens a new one. The new page continues with the state in `localStorage`. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the JavaScript of the page as text, because it is not compiled with the tests. */
const program = (client: string, origin: string): string => `(async () => {
  const { createCalendarClient } = await import("${client}/index.js");
  const copy = createCalendarClient({ site: "${origin}" }).sync({ state: localStorage.getItem("copy") });
  const figures = JSON.parse(localStorage.getItem("figures") ?? '{"errors":0,"changes":0}');
  const following = copy.follow({
    onChange: (changes) => { figures.changes += changes.length; },
    onError: () => { figures.errors += 1; },
  });
  window.mirror = {
    contents: () => Object.fromEntries(
      ["events", "venues", "organizers", "categories", "tags"].map((name) => [name, [...copy[name]]]),
    ),
    figures,
    save() {
      localStorage.setItem("figures", JSON.stringify(figures));
      // A large one has no place there: the next page then begins anew.
      try { localStorage.setItem("copy", JSON.stringify(copy.state())); } catch { localStorage.removeItem("copy"); }
    },
  };
  following.catch((error) => { window.mirror = { contents() { throw error; } }; });
})()`;

export const openBrowserMirror = async (executablePath: string, origin: string): Promise<BrowserMirror> => {
  const site = await startClientSite();
  const browser = await launchChromium(executablePath);
  const page = await browser.newPage();
  const open = async (): Promise<void> => {
    await page.goto(site.address);
    await page.evaluate(program(site.address, origin));
  };
  await open();
  return {
    async contents() {
      const text: string = await page.evaluate("JSON.stringify(window.mirror.contents())");
      const lists: Readonly<Record<string, readonly (readonly [number, object])[]>> = JSON.parse(text);
      // Cast: the script returns the lists by these names.
      return Object.fromEntries(
        Object.entries(lists).map(([name, records]) => [name, new Map(records)]),
      ) as unknown as Copied;
    },
    figures: () => page.evaluate("window.mirror.figures"),
    async reload() {
      await page.evaluate("window.mirror.save()");
      await open();
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
};
