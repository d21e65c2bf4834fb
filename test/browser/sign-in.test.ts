import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAccounts } from "@kalends/accounts";
import type { JsonObject } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { freePort } from "../free-port.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { findChromium, launchChromium } from "./chromium.ts";

const PASSWORD = "a sentence that is easy to remember";
const executablePath = findChromium();
const reason =
  executablePath === undefined ? " (skipped: there is no Chromium; set CHROMIUM to where one is)" : "";

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

(executablePath === undefined ? describe.skip : describe)(`signing in with Chromium${reason}`, function () {
  this.timeout(60_000);
  let browser: Browser;
  let store: StoreWithAccounts;
  let calendar: Calendar;
  let server: Server;
  let site: string;
  let context: BrowserContext;
  let page: Page;
  let troubles: string[];
  let createLink: () => Promise<string>;

  const listen = async (handler: Parameters<typeof createServer>[1], port = 0): Promise<Server> => {
    const listening = createServer(handler).listen(port, "127.0.0.1");
    await once(listening, "listening");
    return listening;
  };
  const close = async (listening: Server): Promise<void> => {
    listening.closeAllConnections();
    listening.close();
    await once(listening, "close");
  };

  before(async () => {
    browser = await launchChromium(executablePath ?? "");
  });
  after(() => browser.close());

  beforeEach(async () => {
    const port = await freePort();
    site = `http://localhost:${port}`;
    store = await openSqliteStore(":memory:");
    calendar = await createCalendar({
      storage: store,
      media: createMemoryBlobStore(),
      baseUrl: site,
      pages: true,
      scheduler: false,
    });
    const accounts = createAccounts({ store: await store.openAccounts(), clock: { now: Date.now } });
    await accounts.add("ada", "administrator", "an application password");
    createLink = async () => {
      const link = await accounts.createLink("ada", "invitation");
      return `${site}/sign-in#${link?.token}`;
    };
    server = await listen(calendar.callback, port);
    context = await browser.newContext({ locale: "en-GB" });
    page = await context.newPage();
    troubles = [];
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|TrustedHTML/.test(message.text())) troubles.push(message.text());
    });
  });
  afterEach(async () => {
    await context.close();
    await close(server);
    await calendar.close();
    await store.close();
  });

  /** Requests the interface from the page that is open. */
  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    page.evaluate(`(async () => {
      const sent = ${JSON.stringify(body === undefined ? null : JSON.stringify(body))};
      const response = await fetch(${JSON.stringify(`/wp-json/tribe/events/v1/${path}`)}, {
        method: ${JSON.stringify(method)},
        ...(sent !== null && { headers: { "Content-Type": "application/json" }, body: sent }),
      });
      return { status: response.status, body: await response.json() };
    })()`);

  const setPassword = async (): Promise<void> => {
    await page.goto(await createLink());
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button").click();
    await page.getByText("The password is set").waitFor();
  };
  const signIn = (): Promise<Answer> => ask("POST", "session", { name: "ada", password: PASSWORD });
  const userOf = ({ body }: Answer): unknown => (body.user as JsonObject | null)?.name;

  it("sets a password by a link, once, and says what is wrong", async () => {
    const link = await createLink();
    await page.goto(link);
    await page.getByLabel("New password").fill(" ".repeat(11));
    await page.getByLabel("New password").evaluate((input) => input.removeAttribute("minlength"));
    await page.getByRole("button").click();
    await page.getByText("Must have at least 12 characters").waitFor();
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button").click();
    await page.getByText("The password is set").waitFor();
    expect(page.url()).to.equal(`${site}/sign-in`);
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button").click();
    await page.getByText("This link is unknown, has expired or was already used").waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it("keeps the session in a cookie that scripts cannot read", async () => {
    await setPassword();
    expect(userOf(await signIn())).to.equal("ada");
    expect(await page.evaluate("document.cookie")).to.equal("");
    const event = { title: "Concert", start_date: "2031-05-01 19:30:00", end_date: "2031-05-01 21:00:00" };
    expect((await ask("POST", "events", event)).status).to.equal(201);
    expect((await ask("DELETE", "session")).status).to.equal(200);
    expect(userOf(await ask("GET", "session"))).to.equal(undefined);
    expect((await ask("POST", "events", event)).status).to.equal(401);
  });

  it("does nothing for pages of other origins, also on the same host", async () => {
    await setPassword();
    await signIn();
    const event = { title: "Concert", start_date: "2031-05-01 19:30:00", end_date: "2031-05-01 21:00:00" };
    const { id } = (await ask("POST", "events", event)).body;
    const api = `${site}/wp-json/tribe/events/v1`;
    const hostile = await listen((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><title>Elsewhere</title><img src="${api}/events/${id}?_method=DELETE">
        <a href="${api}/events/${id}?_method=DELETE">A gift</a>
        <form method="post" action="${api}/events/${id}?_method=DELETE"><button>Win</button></form>
        <form method="post" enctype="text/plain" action="${api}/session"><input name='{"name":"ada","password":"${PASSWORD}","x":"' value='"}'><button>Sign in</button></form>`);
    });
    const { port } = hostile.address() as AddressInfo;
    try {
      for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
        await page.goto(origin);
        const tried = await page.evaluate(
          async ([address, event]) => {
            const send = async (init: RequestInit, path = `events/${event}`): Promise<string> => {
              try {
                const response = await fetch(`${address}/${path}`, { credentials: "include", ...init });
                return `${response.type} ${response.status}`;
              } catch {
                return "blocked";
              }
            };
            return Promise.all([
              send({}, "accounts"),
              send({ method: "DELETE" }),
              send({ method: "POST", mode: "no-cors", body: "title=Stolen" }),
              send({ method: "POST", mode: "no-cors" }, `events/${event}?_method=DELETE`),
              send({ method: "POST", mode: "no-cors", body: "{}" }, "batch"),
            ]);
          },
          [api, String(id)] as const,
        );
        // A read with the cookie is made, but the page cannot see it.
        expect(tried[0]).to.be.oneOf(["blocked", "cors 401"]);
        expect(tried[1]).to.be.oneOf(["blocked", "cors 403", "cors 401"]);
        for (const target of ["A gift", "Win", "Sign in"]) {
          await page.goto(origin);
          const control =
            target === "A gift"
              ? page.getByRole("link")
              : page.getByRole("button", { name: target, exact: true });
          const [response] = await Promise.all([
            page.waitForResponse((one) => one.url().startsWith(api) && one.request().isNavigationRequest()),
            control.click(),
          ]);
          expect(response.status(), `${target} at ${origin}`).to.be.oneOf([401, 403]);
        }
      }
    } finally {
      await close(hostile);
    }
    await page.goto(`${site}/sign-in`);
    const { body } = await ask("GET", `events/${id}?context=edit`);
    expect([body.title, body.status]).to.deep.equal(["Concert", "publish"]);
    expect(userOf(await ask("GET", "session"))).to.equal("ada");
    expect((await ask("GET", "me/sessions")).body.sessions).to.have.length(1);
  });

  it("registers a passkey, signs in and confirms with it", async () => {
    await setPassword();
    await signIn();
    const devtools = await context.newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    /** Runs the browser's part of a ceremony and returns its response as JSON. */
    const answer = async (kind: "create" | "get", { body }: Answer): Promise<JsonObject> =>
      JSON.parse(
        await page.evaluate(`(async () => {
          const options = ${JSON.stringify(body.options)};
          return JSON.stringify(
            ${kind === "create"}
              ? await navigator.credentials.create({
                  publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
                })
              : await navigator.credentials.get({
                  publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
                }),
          );
        })()`),
      );
    const registration = await ask("POST", "me/passkeys/options", {});
    const made = await answer("create", registration);
    const challenge = registration.body.challenge;
    const registered = await ask("POST", "me/passkeys", { name: "laptop", challenge, response: made });
    expect([registered.status, registered.body.name]).to.deep.equal([201, "laptop"]);
    expect((await ask("POST", "me/passkeys", { name: "again", challenge, response: made })).status).to.equal(
      400,
    );

    await ask("DELETE", "session");
    const asked = await ask("POST", "session/passkey/options", {});
    const response = await answer("get", asked);
    const sent = { challenge: asked.body.challenge, response };
    const opened = await ask("POST", "session/passkey", sent);
    expect([opened.status, userOf(opened)]).to.deep.equal([200, "ada"]);
    const replayed = await ask("POST", "session/passkey", sent);
    expect([replayed.status, replayed.body.code]).to.deep.equal([401, "rest_sign_in_failed"]);

    const confirmation = await ask("POST", "session/confirm/options", {});
    const proof = await answer("get", confirmation);
    const confirmed = await ask("POST", "session/confirm", {
      challenge: confirmation.body.challenge,
      response: proof,
    });
    expect(confirmed.status).to.equal(200);
    expect((await ask("DELETE", `me/passkeys/${registered.body.id}`)).status).to.equal(200);
    expect(troubles).to.deep.equal([]);
  });
});
