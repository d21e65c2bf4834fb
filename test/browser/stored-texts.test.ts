import { expect } from "chai";
import type { Browser, Page } from "playwright-core";
import { MINIMUM } from "../hostile/declared-operations.ts";
import { ENCODED, SCRIPTS, textsOf } from "../hostile/harmful-texts.ts";
import type { Body } from "../http/client.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import { findChromium, launchChromium } from "./chromium.ts";
import { type ClientSite, startClientSite } from "./client-site.ts";

const executablePath = findChromium();
const title = `stored texts in Chromium${executablePath === undefined ? " (skipped: there is no Chromium; set CHROMIUM to where one is)" : ""}`;

/** Roles that may write records. `OF_TERMS` has the roles that may write terms. */
const WRITERS = ["administrator", "editor", "author", "contributor"] as const;
const OF_TERMS: Readonly<Record<string, readonly string[]>> = {
  categories: ["administrator", "editor", "author"],
  tags: ["administrator", "editor"],
};

/**
 * Script that inserts texts into the page unescaped and triggers each resulting element. It returns the
 * scripts that ran or would have run.
 */
const TOUCH = `async (texts) => {
  const ran = [];
  for (const name of ["alert", "open", "print", "confirm", "prompt"]) window[name] = () => void ran.push(name);
  const box = document.body.appendChild(document.createElement("div"));
  for (const text of texts) {
    box.innerHTML = text;
    for (const element of box.querySelectorAll("*")) {
      if (/^(script|iframe|object|embed|form|base|meta|link|style|template)$/i.test(element.tagName)) ran.push(element.tagName);
      for (const { name, value } of element.attributes)
        if (/^on/i.test(name) || /^\\s*(javascript|vbscript|data):/i.test(value)) ran.push(name + "=" + value);
      for (const type of ["mouseover", "focus", "error", "load", "toggle"]) element.dispatchEvent(new Event(type));
      if (element.protocol !== "http:" && element.protocol !== "https:") element.click?.();
    }
    if (ran.length > 0) return [text, ...ran];
  }
  // Pictures fail, and addresses are followed, after the text was put there.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return ran;
}`;

(executablePath === undefined ? describe.skip : describe)(title, function () {
  this.timeout(120_000);
  let calendar: StartedCalendar;
  let browser: Browser;
  let site: ClientSite;
  let page: Page;

  before(async () => {
    const [store] = stores;
    if (store === undefined || executablePath === undefined) throw new Error("There is nothing to test with");
    calendar = await startCalendar(store);
    browser = await launchChromium(executablePath);
    site = await startClientSite();
    page = await browser.newPage();
    // Aborts all requests that a text causes.
    await page.route("**", (route) =>
      route.request().url().startsWith(site.address) && route.request().isNavigationRequest()
        ? route.continue()
        : route.abort(),
    );
    await page.goto(site.address);
  });
  after(async () => {
    await browser?.close();
    await calendar?.close();
    await site?.close();
  });

  let count = 0;
  let adjusted: string[] = [];
  const write = async (as: string, path: string, json: object): Promise<void> => {
    const { status, text, headers } = await calendar.post(path, { as, json });
    expect(status, text).to.equal(201);
    adjusted.push(...decodeURIComponent(String(headers["x-kalends-adjusted"] ?? "")).split(","));
  };

  /** Writes this text to all text parameters that the role may write. */
  const writeEverywhere = async (as: string, text: string): Promise<void> => {
    count += 1;
    const number = count;
    const all = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));
    const address = `http://example.com/?"${text.replace(/\s/g, "")}`;
    await write(as, "/events", {
      ...MINIMUM.events,
      ...all(["slug", "description", "excerpt", "cost", "status_reason"]),
      event_status: "cancelled",
      title: `E${number} ${text}`,
      status: "publish",
      website: address,
      venue: {
        ...all([
          "description",
          "address",
          "city",
          "country",
          "province",
          "state",
          "zip",
          "phone",
          "stateprovince",
        ]),
        venue: `V${number} ${text}`,
        website: address,
      },
      organizer: [
        { ...all(["description", "phone", "email"]), organizer: `O${number} ${text}`, website: address },
      ],
    });
    for (const [route, roles] of Object.entries(OF_TERMS))
      if (roles.includes(as))
        await write(as, `/${route}`, {
          name: `N${number} ${text}`,
          description: text,
          slug: `s${number}${text}`,
        });
  };

  const answersOf = async (): Promise<readonly Body[]> => {
    const bodies: Body[] = [];
    for (const route of ["events", "venues", "organizers", "categories", "tags"]) {
      const statuses = !(route in OF_TERMS) ? "&status=publish,draft,pending" : "";
      for (let next: unknown = `/${route}?per_page=200&hide_empty=false${statuses}`; next; ) {
        const path = String(next).replace(calendar.namespace, "");
        const { status, text, body } = await calendar.get(path, { as: "administrator" });
        expect(status, text).to.equal(200);
        bodies.push(...body[route]);
        next = body.next_rest_url;
      }
    }
    return bodies;
  };

  it("would be seen to run", async () => {
    for (const text of [
      "<img src=x onerror=alert(1)>",
      "<svg/onload=alert(1)>",
      "<b onmouseover=alert(1)>x</b>",
    ])
      expect(await page.evaluate(`(${TOUCH})(${JSON.stringify([text])})`), text).to.include("alert");
  });

  it("are written to fields that there are", async () => {
    adjusted = [];
    await writeEverywhere("administrator", "jazz");
    // Parameters for addresses refuse the text. All other parameters store it unchanged.
    expect(adjusted.filter((name) => !/email\]$|website\]?$|^slug$|^$/.test(name))).to.deep.equal([]);
  });

  it("run nothing, whoever has written them into every field", async () => {
    for (const as of WRITERS)
      await Promise.all([...SCRIPTS, ...ENCODED].map((text) => writeEverywhere(as, text)));
    const bodies = await answersOf();
    expect(bodies.length).to.be.above(WRITERS.length * SCRIPTS.length);
    const texts = new Set(bodies.flatMap((body) => textsOf(body)).map(([, text]) => text));
    const marked = [...texts].filter((text) => /[<&]/.test(text));
    expect(marked.length).to.be.above(WRITERS.length * SCRIPTS.length);
    expect(await page.evaluate(`(${TOUCH})(${JSON.stringify(marked)})`)).to.deep.equal([]);
    expect(page.url()).to.equal(`${site.address}/`);
  });

  it("run nothing as structured data inside of a page", async () => {
    const { body } = await calendar.get("/events?per_page=100", { as: "administrator" });
    const single = body.events.map(({ id }: Body) => calendar.get(`/events/${id}`));
    const scripts = (await Promise.all(single))
      .filter(({ status }) => status === 200)
      .map((event) => `<script type="application/ld+json">${JSON.stringify(event.body.json_ld)}</script>`);
    expect(scripts.length).to.be.above(SCRIPTS.length);
    await page.setContent(`<!doctype html><title>A page</title>${scripts.join("")}<p id="end">`);
    // No text may leave the element in which it is shown.
    expect(await page.locator("script").count()).to.equal(scripts.length);
    expect(await page.locator("body > *").count()).to.equal(1);
  });
});
