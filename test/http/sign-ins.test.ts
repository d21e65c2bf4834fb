import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAccounts } from "@kalends/accounts";
import { CalendarError, type Logger } from "@kalends/core";
import { createPostStatuses, type LogFields } from "@kalends/core/interface";
import type { AccountStore, StoreWithAccounts } from "@kalends/core/storage";
import {
  createCredentialIdentity,
  createHttpApp,
  createHttpMiddleware,
  createInterface,
} from "@kalends/http";
import { expect } from "chai";
import { SignJWT } from "jose";
import { stores } from "../stores.ts";
import { createHandClock, createHeldScrypt } from "../unit/accounts/open-accounts.ts";
import { failingOperations, SETTINGS } from "../unit/http/fake-app.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const RIGHT = "right password";
const MINUTE = 60_000;

interface Line {
  readonly message: string;
  readonly fields: LogFields;
}

/**
 * Starts a server that refuses every operation with 403. Its password checks end only when the test finishes
 * them.
 */
const startHeld = async (store: AccountStore, trustProxy: number) => {
  const clock = createHandClock();
  const scrypt = createHeldScrypt();
  const lines: Line[] = [];
  const warn = (message: string, fields: LogFields = {}): void => void lines.push({ message, fields });
  const logger: Logger = { debug() {}, info() {}, warn, error: warn };
  const accounts = createAccounts({ store, clock, logger, deriveKey: scrypt.deriveKey });
  const settings = { ...SETTINGS, trustProxy };
  const middleware = createHttpMiddleware({
    settings,
    logger,
    stopwatch: clock,
    about: { version: "1.2.3", plugins: [] },
    interface: createInterface({
      stopwatch: clock,
      operations: failingOperations(() => Promise.reject(new CalendarError("event-not-accessible"))),
      settings,
      logger,
    }),
    identify: createCredentialIdentity(accounts, settings),
    postStatuses: createPostStatuses(),
    blobStore: createMemoryBlobStore(),
    ready: () => Promise.resolve(),
    hasPublishedEvents: async () => true,
  });
  const server = createServer(createHttpApp({ settings, logger, middleware }).callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  /** Signs in. Returns the status and the `Retry-After` header. */
  const signIn = async (name: string, password: string, forwardedFor: string) => {
    const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
    const response = await fetch(`http://127.0.0.1:${port}/wp-json/tribe/events/v1/events`, {
      headers: { authorization, "x-forwarded-for": forwardedFor },
    });
    await response.arrayBuffer();
    return [response.status, response.headers.get("retry-after")] as const;
  };
  return { clock, scrypt, lines, accounts, server, signIn };
};
type Held = Awaited<ReturnType<typeof startHeld>>;

interface Flood {
  /** Number of wrong passwords. They are sent from ten addresses. */
  readonly count: number;
  /** Number of wrong passwords that the server refuses while the others wait. */
  readonly refused: number;
}

/** Sends wrong passwords concurrently. Continues when the expected number has been refused. */
const flood = async ({ signIn }: Held, name: string, { count, refused }: Flood) => {
  const statuses: number[] = [];
  const answers: Promise<unknown>[] = [];
  await new Promise<void>((resolve) => {
    for (let index = 0; index < count; index += 1) {
      const forwardedFor = `192.0.2.1, 198.51.100.${index % 10}`;
      const answer = signIn(name, `wrong ${index}`, forwardedFor).then(([status]) => {
        statuses.push(status);
        if (statuses.length === refused) resolve();
      });
      answers.push(answer);
    }
  });
  return { statuses, answered: Promise.all(answers) };
};

for (const store of stores) {
  describe(`signing in while others try passwords, on ${store.name}`, function () {
    this.timeout(60_000);
    let opened: StoreWithAccounts;
    let held: Held;
    const servers: Server[] = [];

    const start = async (trustProxy: number): Promise<void> => {
      held = await startHeld(await opened.openAccounts(), trustProxy);
      servers.push(held.server);
      await held.accounts.add("ada", "editor", RIGHT);
    };

    beforeEach(async () => {
      opened = await store.open();
    });
    afterEach(async () => {
      await held.scrypt.release();
      for (const server of servers.splice(0)) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await opened.close();
    });

    it("works from where somebody signed in lately, and is a 503 from elsewhere", async () => {
      await start(1);
      const { signIn, clock, scrypt, lines } = held;
      expect(await signIn("ada", RIGHT, "203.0.113.1, 192.0.2.1")).to.deep.equal([403, null]);
      clock.advance(30 * MINUTE);
      scrypt.hold();
      // A client of the same proxy claims to have Ada's address.
      const { statuses, answered } = await flood(held, "ada", { count: 300, refused: 300 - 102 });
      expect(new Set(statuses)).to.deep.equal(new Set([503]));
      expect(await signIn("ada", RIGHT, "203.0.113.9")).to.deep.equal([503, "5"]);
      expect(await signIn("nobody", RIGHT, "203.0.113.9")).to.deep.equal([503, "5"]);
      const right = signIn("Ada", RIGHT, "203.0.113.77, 192.0.2.1");
      await scrypt.release();
      expect(await right).to.deep.equal([403, null]);
      await answered;
      expect(statuses.filter((status) => status === 401)).to.have.length(102);
      expect(lines).to.deep.equal([
        {
          message: "Sign-ins are refused: too many passwords are being checked",
          fields: { source: lines[0]?.fields.source, times: 1 },
        },
      ]);
    });

    it("believes no forwarded address unless the proxy is trusted", async () => {
      await start(0);
      const { signIn, clock, scrypt } = held;
      expect(await signIn("ada", RIGHT, "192.0.2.1")).to.deep.equal([403, null]);
      clock.advance(MINUTE);
      scrypt.hold();
      // All passwords come from one address. It may use Ada's own places and half of the shared ones.
      const { answered } = await flood(held, "ada", { count: 100, refused: 100 - 52 });
      const other = signIn("nobody", RIGHT, "203.0.113.9");
      await scrypt.release();
      expect(await other).to.deep.equal([401, null]);
      await answered;
    });

    it("leaves an administrator when the last two are taken away at once", async () => {
      await start(0);
      const { accounts } = held;
      for (const name of ["bob", "cat"]) await accounts.add(name, "administrator", RIGHT);
      const changes = await Promise.all([accounts.remove("bob"), accounts.changeRole("cat", "subscriber")]);
      expect(changes).to.have.members(["done", "last-administrator"]);
      const left = (await accounts.list()).filter(({ role }) => role === "administrator");
      expect(left).to.have.length(1);
    });
  });

  describe(`JSON Web Tokens on ${store.name}`, () => {
    const KEY = "a secret of at least thirty-two bytes";
    const HOUR = 60 * 60;
    const now = NOW / 1000;
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, { jwtKey: KEY, jwtMaxLifetime: 2 * HOUR });
    });
    after(() => calendar.close());

    /**
     * Sends a read with a JSON Web Token of these claims and returns the status. `typ` is the type in the
     * header of the token.
     */
    const statusOf = async (claims: Readonly<Record<string, unknown>>, typ?: string): Promise<number> => {
      const token = await new SignJWT({ sub: "administrator", exp: now + HOUR, ...claims })
        .setProtectedHeader({ alg: "HS256", ...(typ !== undefined && { typ }) })
        .sign(new TextEncoder().encode(KEY));
      const headers = { authorization: `Bearer ${token}` };
      return (await calendar.get("/events?status=draft", { headers })).status;
    };

    it("stand for the account that has exactly their name", async () => {
      expect(await statusOf({})).to.equal(200);
      for (const sub of ["Administrator", "ádministrator", "\uFF41dministrator", "administrator ", "admin"]) {
        expect(await statusOf({ sub }), sub).to.equal(401);
      }
    });

    it("must expire, within what is configured, and be meant for access", async () => {
      expect(await statusOf({ exp: now + 2 * HOUR }, "at+jwt")).to.equal(200);
      for (const exp of [undefined, now, now + 2 * HOUR + 1]) {
        expect(await statusOf({ exp }), String(exp)).to.equal(401);
      }
      expect(await statusOf({}, "logout+jwt")).to.equal(401);
    });
  });
}
