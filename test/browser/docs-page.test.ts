import { expect } from "chai";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import { findChromium, launchChromium } from "./chromium.ts";

const executablePath = findChromium();
const title = `/docs in Chromium${executablePath === undefined ? " (skipped: there is no Chromium; set CHROMIUM to where one is)" : ""}`;

(executablePath === undefined ? describe.skip : describe)(title, function () {
  this.timeout(60_000);
  let calendar: StartedCalendar;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Errors of the page, and its requests to other origins. */
  let troubles: string[];

  before(async () => {
    const [store] = stores;
    if (store === undefined || executablePath === undefined) throw new Error("There is nothing to test with");
    calendar = await startCalendar(store, { locales: ["fr"] });
    browser = await launchChromium(executablePath);
    context = await browser.newContext();
    page = await context.newPage();
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") troubles.push(message.text());
    });
    await page.route("**", (route) => {
      const url = route.request().url();
      if (url.startsWith(`${calendar.origin}/`) || url.startsWith("data:")) return route.continue();
      troubles.push(`asked for ${url}`);
      return route.abort();
    });
  });
  after(async () => {
    await browser?.close();
    await calendar?.close();
  });

  beforeEach(() => {
    troubles = [];
  });
  afterEach(async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: null });
  });

  /**
   * Opens the documentation page if it is not open yet. Loading it is slow, so most tests use the same page.
   */
  const openPage = async (): Promise<void> => {
    if (page.url().split("#")[0] === `${calendar.origin}/docs`) return;
    await page.goto(`${calendar.origin}/docs`);
    await page.locator(".opblock").first().waitFor();
  };

  const openOperation = async (operation: string): Promise<Locator> => {
    const block = page.locator(`#operations-${operation}`);
    if (!(await block.getAttribute("class"))?.includes("is-open"))
      await block.locator(".opblock-summary-control").click();
    return block;
  };

  /**
   * Opens an operation on the page and sends its example request. Returns the status and body that the page
   * shows.
   */
  const execute = async (
    operation: string,
    fill?: (block: Locator) => Promise<void>,
  ): Promise<{ readonly status: string; readonly body: string }> => {
    const block = await openOperation(operation);
    await fill?.(block);
    const clear = block.locator(".btn-clear");
    if (await clear.isVisible()) await clear.click();
    await block.locator(".btn.execute").click();
    const answer = block.locator(".live-responses-table .response").first();
    const status = await answer.locator(".response-col_status").innerText();
    return { status, body: await answer.locator(".highlight-code code").first().innerText() };
  };

  it("shows every operation and executes one, with nothing from elsewhere and nothing against its policy", async () => {
    await openPage();
    const { body: document } = await calendar.get("/doc");
    const count = Object.values<object>(document.paths).flatMap((path) => Object.keys(path)).length;
    expect(await page.locator(".opblock").count()).to.equal(count);

    const { status, body } = await execute("Tags-listTags");
    expect(status).to.match(/^200/);
    expect(JSON.parse(body)).to.include({ total: 0 }).and.to.have.property("tags").that.deep.equals([]);
    expect(troubles).to.deep.equal([]);
  });

  it("begins with Authorize and the first operation, and proposes a minimal event of next week without a key", async () => {
    await openPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const selector of [".btn.authorize", ".opblock"]) {
      const box = await page.locator(selector).first().boundingBox();
      expect(box?.y, selector).to.be.below(800);
    }
    expect(await page.locator("nav a").first().innerText()).to.match(/^Kalends \d+\.\d+\.\d+/);
    const block = await openOperation("Events-createEvent");
    const key = block.locator("tr[data-param-name=Idempotency-Key] input");
    expect(await key.inputValue()).to.equal("");
    const proposed = JSON.parse(await block.locator(".body-param__text").inputValue());
    expect(proposed).to.have.all.keys("title", "start_date", "end_date");
    const ahead = Date.parse(`${String(proposed.start_date).replace(" ", "T")}Z`) - Date.now();
    expect(ahead / 86_400_000).to.be.within(6, 9);
  });

  it("can be read on a narrow screen, light and dark", async () => {
    await openPage();
    await page.setViewportSize({ width: 390, height: 900 });
    const block = await openOperation("Events-listEvents");
    await block.locator(".highlight-code code span").first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(colorScheme === "dark" ? "html.dark-mode" : "html:not(.dark-mode)").waitFor();
      // A string, because code that runs in the page is not compiled with the tests.
      const found = await page.evaluate(`(() => {
        const background = (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor;
        const cells = [...document.querySelectorAll("#operations-Events-listEvents td.parameters-col_description")];
        return {
          width: document.documentElement.scrollWidth,
          narrowest: Math.min(...cells.map((cell) => cell.getBoundingClientRect().width)),
          code: background("#operations-Events-listEvents .highlight-code code"),
          page: background("html"),
          header: getComputedStyle(document.querySelector("#operations-Events-listEvents .headers td")).color,
        };
      })()`);
      const {
        width,
        narrowest,
        code,
        page: ground,
        header,
      } = found as Readonly<Record<string, number | string>>;
      expect(width).to.equal(390);
      expect(narrowest).to.be.above(250);
      expect(code, "behind code").to.equal("rgba(0, 0, 0, 0)");
      expect(ground === "rgb(28, 32, 34)").to.equal(colorScheme === "dark");
      const ink = colorScheme === "dark" ? "rgb(228, 230, 230)" : "rgb(59, 65, 81)";
      expect(header, "names of headers").to.equal(ink);
    }
  });

  it("names the type of every parameter, says what its examples are, and shows one error at a time", async () => {
    await openPage();
    const block = await openOperation("Events-listEvents");
    const categories = block.locator("tr[data-param-name=categories]");
    expect((await categories.locator(".parameter__type").innerText()).replaceAll("\n", "")).to.equal(
      "array<integer | string>",
    );
    expect(await block.innerText()).to.not.include("undefined");
    expect(await categories.locator(".renderedMarkdown").first().innerText()).to.match(/\.\s+Example: 21$/);
    const refused = block.locator(".responses-table tr.response[data-code='400']").last();
    expect(await refused.locator("select option").allInnerTexts()).to.include("rest_invalid_param");
    const shown = JSON.parse(await refused.locator(".highlight-code code").first().innerText());
    expect(shown).to.deep.equal({
      code: "rest_invalid_param",
      message: "Bad value for: page",
      data: { status: 400, params: { page: "Must be a whole number." }, details: [] },
    });
  });

  it("executes calls that need a credential, once it has one", async () => {
    await openPage();
    const tag = JSON.stringify({ name: "jazz" });
    const fill = (block: Locator): Promise<void> => block.locator(".body-param__text").fill(tag);
    expect((await execute("Tags-createTag", fill)).status).to.match(/^401/);

    await page.locator(".scheme-container .btn.authorize").click();
    const dialog = page.locator(".modal-ux");
    const bearer = dialog.locator(".auth-container", { hasText: "bearer" });
    await bearer.locator("input").fill(calendar.token("editor"));
    await bearer.locator(".btn.authorize").click();
    await dialog.locator(".btn-done").first().click();
    const { status, body } = await execute("Tags-createTag", fill);
    expect(status).to.match(/^201/);
    expect(JSON.parse(body)).to.include({ name: "jazz", taxonomy: "post_tag" });
    expect((await calendar.get("/tags?hide_empty=false")).body.total).to.equal(1);
  });

  it("speaks the language of a locale", async () => {
    await openPage();
    await page.locator("nav a", { hasText: /^fr$/ }).click();
    await page.locator(".opblock").first().waitFor();
    expect(page.url()).to.equal(`${calendar.origin}/docs/fr`);
    expect(await page.locator("html").getAttribute("lang")).to.equal("fr");
    const { body } = await execute("Tags-listTags");
    expect(JSON.parse(body).rest_url).to.include("/fr/wp-json/");
    expect(troubles).to.deep.equal([]);
  });

  it("loads the document that it names, whatever its own address says", async () => {
    const other = encodeURIComponent("http://other.example/doc.json");
    await page.goto(
      `${calendar.origin}/docs?url=${other}&configUrl=${other}&urls.primaryName=x#/?url=${other}`,
    );
    await page.locator(".opblock").first().waitFor();
    expect(await page.locator(".info .title").innerText()).to.include("Calendar REST interface");
    expect(troubles).to.deep.equal([]);
  });
});
