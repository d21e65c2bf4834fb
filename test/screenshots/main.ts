/**
 * Script of `npm run screenshots`. Makes the images of the documentation with Chromium. The clock, data,
 * sizes and addresses in them are fixed, so repeated runs give the same images.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page, Route } from "playwright-core";
import sharp from "sharp";
import { findChromium, launchChromium } from "../browser/chromium.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { fillTown, NOW } from "./town.ts";

const PICTURES = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));

/** Address that the images show. The real address contains a port that changes with each run. */
const CALENDAR = "https://calendar.example";
const SITE = "https://town.example";

/** Maximum size of an image file in bytes. */
const MAX_SIZE = 150_000;

const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true };

interface Picture {
  readonly name: string;
  readonly address: string;
  readonly context: BrowserContextOptions;
  /** Waits until the page shows everything. */
  readonly ready?: (page: Page) => Promise<unknown>;
}

const PICTURE_LIST: readonly Picture[] = [
  { name: "month", address: `${CALENDAR}/events/month/2027-05/`, context: WIDE },
  { name: "list-phone", address: `${CALENDAR}/events/list/`, context: PHONE },
  { name: "event", address: `${CALENDAR}/event/harbour-jazz-night/`, context: WIDE },
  {
    name: "element",
    address: `${SITE}/`,
    context: WIDE,
    ready: (page) => page.locator("kalends-calendar").getByText("Harbour Jazz Night").first().waitFor(),
  },
  {
    name: "api",
    address: `${CALENDAR}/docs`,
    context: WIDE,
    ready: (page) => page.locator(".opblock").first().waitFor(),
  },
];

/** Web page of another site that contains the calendar element. */
const HOST_PAGE = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Seaton</title>
<script src="${CALENDAR}/wp-json/kalends-calendar.js" defer></script>
<style>
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1d2a33; background: #f4f1ea; }
  header { display: flex; gap: 2rem; align-items: baseline; padding: 1rem 3rem; background: #1f4d5c; color: #fff; }
  header strong { font-size: 1.4rem; margin-right: auto; }
  main { max-width: 74rem; margin: 1.25rem auto; padding: 1.25rem 1.75rem; background: #fff; border-radius: .5rem; }
  h1 { margin: 0 0 .75rem; font-size: 1.6rem; }
</style></head><body>
<header><strong>Town of Seaton</strong><span>Services</span><span>Visit</span><span>What's on</span><span>Contact</span></header>
<main><h1>What's on</h1>
<kalends-calendar src="${CALENDAR}/wp-json/tribe/events/v1" lang="en-GB" start="2027-05-12"></kalends-calendar></main>
</body></html>`;

const respond =
  (calendar: StartedCalendar) =>
  async (route: Route): Promise<void> => {
    const address = route.request().url();
    if (address === `${SITE}/`) await route.fulfill({ contentType: "text/html", body: HOST_PAGE });
    else if (address.startsWith(`${CALENDAR}/`)) {
      const response = await route.fetch({ url: calendar.origin + address.slice(CALENDAR.length) });
      await route.fulfill({ response });
    } else if (address.startsWith("data:")) await route.continue();
    else await route.abort();
  };

const [store] = firstStore;
const executablePath = findChromium();
if (store === undefined || executablePath === undefined)
  throw new Error("Chromium is missing. Install it, or name its executable in the variable CHROMIUM.");

const calendar = await startCalendar(store, {
  clock: { now: () => NOW },
  timezone: "Europe/London",
  baseUrl: CALENDAR,
  currencySymbol: "£",
  plugins: [{ package: "@kalends/pages", options: { title: "What's on in Seaton", weekStart: 1 } }],
});
const browser = await launchChromium(executablePath);
try {
  await fillTown(calendar);
  await mkdir(PICTURES, { recursive: true });
  for (const { name, address, context: options, ready } of PICTURE_LIST) {
    const context = await browser.newContext({
      ...{ locale: "en-GB", timezoneId: "Europe/London", colorScheme: "light", reducedMotion: "reduce" },
      ...options,
    });
    const page = await context.newPage();
    await page.clock.setFixedTime(NOW);
    await page.route("**", respond(calendar));
    await page.goto(address, { waitUntil: "networkidle" });
    await ready?.(page);
    const bytes = await sharp(await page.screenshot({ animations: "disabled", caret: "hide" }))
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(`${PICTURES}${name}.png`);
    if (bytes.size > MAX_SIZE) throw new Error(`${name}.png has ${bytes.size} bytes, more than ${MAX_SIZE}.`);
    console.log(`docs/pictures/${name}.png: ${bytes.width} x ${bytes.height}, ${bytes.size} bytes`);
    await context.close();
  }
} finally {
  await browser.close();
  await calendar.close();
}
