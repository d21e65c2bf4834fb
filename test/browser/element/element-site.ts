import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { NOW } from "../../http/start-calendar.ts";
import { findChromium, launchChromium } from "../chromium.ts";

const BUNDLE = fileURLToPath(import.meta.resolve("@kalends/element/kalends-calendar.js"));

/** Web page that contains the calendar element. Its origin differs from that of the calendar. */
export interface ElementPage {
  readonly page: Page;
  readonly element: Locator;
  /** Errors of the page and violations of its content security policy. A test expects it to be empty. */
  readonly troubles: string[];
  /** URLs of the calendar that the page has requested. */
  readonly asked: string[];
  close(): Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  /** Only URL to which the content security policy of the page allows requests. */
  readonly calendar: string;
  /** Called before the page is loaded, for example to mock responses. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface ElementSite {
  /** Opens a page with this body. The clock of the page is fixed at the time of the tests. */
  open(body: string, options: PageOptions): Promise<ElementPage>;
  close(): Promise<void>;
}

const startElementSite = async (browser: Browser): Promise<ElementSite> => {
  const site = createServer(({ url = "/" }, response) => {
    if (url === "/kalends-calendar.js") {
      response.setHeader("content-type", "text/javascript");
      response.end(readFileSync(BUNDLE));
      return;
    }
    const { searchParams } = new URL(url, "http://site");
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      `connect-src ${searchParams.get("calendar")}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types kalends-calendar",
    ];
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("content-security-policy", policy.join("; "));
    response.end(`<!doctype html><html lang="en"><meta name="color-scheme" content="light dark">
      <meta name="viewport" content="width=device-width"><title>A town</title>
      <script src="/kalends-calendar.js"></script><main><h1>A town</h1>${searchParams.get("body")}</main></html>`);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const contexts = new Set<BrowserContext>();

  return {
    async open(body, { calendar, prepare, ...options }) {
      const context = await browser.newContext({
        timezoneId: "America/New_York",
        locale: "en-US",
        viewport: { width: 1000, height: 900 },
        ...options,
      });
      contexts.add(context);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      await page.clock.setFixedTime(NOW);
      const troubles: string[] = [];
      const asked: string[] = [];
      page.on("pageerror", (error) => troubles.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") troubles.push(message.text());
      });
      page.on("dialog", (dialog) => {
        troubles.push(`a script said ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("request", (request) => {
        if (request.url().startsWith(calendar)) asked.push(request.url().slice(calendar.length));
      });
      await prepare?.(page);
      await page.goto(`${origin}/?${new URLSearchParams({ body, calendar })}`);
      return {
        page,
        element: page.locator("kalends-calendar").first(),
        troubles,
        asked,
        async close() {
          contexts.delete(context);
          await context.close();
        },
      };
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      site.closeAllConnections();
      site.close();
      await once(site, "close");
    },
  };
};

const executablePath = findChromium();

/**
 * Declares a test suite that needs Chromium. If Chromium is not found, the suite is skipped and its title
 * gives the reason.
 */
export const describeElement = (title: string, suite: (site: () => ElementSite) => void): void => {
  const reason =
    executablePath === undefined ? " (skipped: there is no Chromium; set CHROMIUM to where one is)" : "";
  (executablePath === undefined ? describe.skip : describe)(
    `<kalends-calendar> ${title}${reason}`,
    function () {
      this.timeout(60_000);
      let browser: Browser;
      let site: ElementSite;
      before(async () => {
        browser = await launchChromium(executablePath ?? "");
        site = await startElementSite(browser);
      });
      after(async () => {
        await site?.close();
        await browser?.close();
      });
      suite(() => site);
    },
  );
};
