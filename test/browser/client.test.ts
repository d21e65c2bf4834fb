import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { expect } from "chai";
import type { Browser } from "playwright-core";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import { findChromium, launchChromium } from "./chromium.ts";

const executablePath = findChromium();
const title = `@kalends/client in Chromium${executablePath === undefined ? " (skipped: there is no Chromium; set CHROMIUM to where one is)" : ""}`;
const DIST = new URL("../../../packages/client/dist/", import.meta.url);

/** Another site, with an empty page and the client's files. */
const createSite = (): Server =>
  createServer((request, response) => {
    const name = basename(request.url ?? "");
    const isFile = name.endsWith(".js");
    response.setHeader("content-type", isFile ? "text/javascript" : "text/html");
    response.end(isFile ? readFileSync(new URL(name, DIST)) : "<!doctype html><title>A page</title>");
  });

(executablePath === undefined ? describe.skip : describe)(title, function () {
  this.timeout(60_000);
  let calendar: StartedCalendar;
  let browser: Browser;
  let site: Server;

  before(async () => {
    const [store] = stores;
    if (store === undefined || executablePath === undefined) throw new Error("There is nothing to test with");
    calendar = await startCalendar(store);
    browser = await launchChromium(executablePath);
    site = createSite();
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    await browser?.close();
    await calendar?.close();
    site?.closeAllConnections();
    if (site?.listening) await new Promise((resolve) => site.close(resolve));
  });

  it("runs as it is built, from the page of another site", async () => {
    const page = await browser.newPage();
    const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await page.goto(address);
    // As text: what runs in the page is not compiled with the tests.
    const outcome = await page.evaluate(`(async () => {
      const { createCalendarClient, CalendarRequestError } = await import("${address}/index.js");
      const calendar = createCalendarClient({
        site: "${calendar.origin}",
        credentials: { token: "${calendar.token("editor")}" },
      });
      for (const name of ["one", "two", "three"]) await calendar.tags.create({ name });
      const names = [];
      for await (const tag of calendar.tags.list({ hide_empty: false, per_page: 1 })) names.push(tag.name);
      const changed = await calendar.tags.update(
        (await calendar.tags.list({ hide_empty: false, search: "two" }).page()).items[0].id,
        { description: "2" },
      );
      const refused = await calendar.events.get(999999).catch((error) => error);
      return [names, changed.description, refused instanceof CalendarRequestError, refused.code];
    })()`);
    expect(outcome).to.deep.equal([["one", "three", "two"], "2", true, "rest-event-not-found"]);
  });
});
