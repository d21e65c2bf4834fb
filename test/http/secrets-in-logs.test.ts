import { createHmac } from "node:crypto";
import { createAccounts } from "@kalends/accounts";
import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { createPinoLogger } from "kalends/internals";
import { stores } from "../stores.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const JWT_KEY = "the-key-that-signs-tokens-and-is-a-secret";
const PASSWORD = "pw-0f-nobody-else 7";
const KEY = "k3y-in-the-address";
const HEADER_KEY = "k3y-in-a-header";

const toPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const toJwt = (key: string): string => {
  const head = toPart({ alg: "HS256", typ: "JWT" });
  const claims = toPart({ sub: "ada", exp: Math.floor(NOW / 1000) + 600 });
  return `${head}.${claims}.${createHmac("sha256", key).update(`${head}.${claims}`).digest("base64url")}`;
};

const JWT = toJwt(JWT_KEY);
const FORGED = toJwt("the key of somebody else, of 32 bytes");

/**
 * Plugin with an authentication scheme that uses a header and a query parameter, a failing route and failing
 * pages.
 */
const FRAGILE: Plugin = {
  name: "fragile",
  setup: () => ({
    authentication: [
      {
        name: "keys",
        headers: ["x-key"],
        parameters: ["key"],
        authenticate: ({ headers, parameters }) =>
          parameters.key === KEY || headers["x-key"] === HEADER_KEY
            ? { account: "editor" }
            : { failure: "rest_forbidden" },
      },
    ],
    routes: [
      {
        method: "POST",
        path: "/break",
        description: "Breaks.",
        parameters: {},
        permits: () => true,
        run: () => Promise.reject(new Error("It broke.")),
      },
    ],
    website: [
      {
        handle: () => Promise.reject(new Error("The page broke.")),
      },
    ],
  }),
};

const basic = (password: string): string => `Basic ${Buffer.from(`ada:${password}`).toString("base64")}`;

/** Returns the secret in all encodings in which it might be logged. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  ...[secret, `ada:${secret}`].flatMap((text) => [
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
    Buffer.from(text).toString("base64url"),
  ]),
];

for (const store of stores) {
  describe(`secrets, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let lines = "";
    const secrets = [PASSWORD, KEY, HEADER_KEY, JWT_KEY, JWT, FORGED, "wr0ng-p4ssword", "c00kie-of-a-host"];
    const logger = createPinoLogger("trace", {
      write(text: string) {
        lines += text;
      },
    });

    before(async () => {
      calendar = await startCalendar(store, {
        logger,
        logLevel: "trace",
        jwtKey: JWT_KEY,
        metrics: true,
        plugins: [FRAGILE],
        imageAllowHosts: ["127.0.0.1:1"],
      });
      const accounts = createAccounts({ store: calendar.accounts, clock: { now: () => NOW } });
      await accounts.add("ada", "administrator", PASSWORD);
      secrets.push(calendar.token("administrator"));
    });
    after(() => calendar.close());

    const signedIn = (): readonly (readonly [header: string, value: string])[] => [
      ["authorization", basic(PASSWORD)],
      ["authorization", basic("wr0ng-p4ssword")],
      ["authorization", `Bearer ${calendar.token("administrator")}`],
      ["authorization", `Bearer ${calendar.token("administrator")}x`],
      ["authorization", `Bearer ${JWT}`],
      ["authorization", `Bearer ${FORGED}`],
      ["authorization", `Digest ${HEADER_KEY}`],
      ["x-key", HEADER_KEY],
      ["x-key", `${HEADER_KEY}x`],
      ["cookie", "session=c00kie-of-a-host"],
      ["x-wp-nonce", "c00kie-of-a-host"],
    ];

    const ASKED: readonly (readonly [method: string, path: string, body?: string])[] = [
      ["GET", "/events"],
      ["GET", "/events?per_page=x"],
      ["GET", `/events?key=${KEY}`],
      ["GET", `/events?access_token=${KEY}&Password=${KEY}`],
      ["GET", `/events?key=${KEY}x&search=a`],
      ["GET", `//nowhere?key=${KEY}`],
      ["GET", `//nowhere?token=${KEY}`],
      ["GET", `/events?a[b][token]=${KEY}&sig=${KEY}&authorization=${KEY}&_wpnonce=${KEY}`],
      ["GET", "/events/99999"],
      ["POST", "/events", "{}"],
      ["POST", "/events", `{"title": "${PASSWORD}`],
      ["POST", "/break", `{"title": "${PASSWORD}"}`],
      ["POST", `/break?key=${KEY}`, "{}"],
      ["DELETE", "/events/x"],
      [
        "POST",
        "/events",
        JSON.stringify({
          title: "Fair",
          start_date: "2031-05-01",
          end_date: "2031-05-01",
          image: `http://127.0.0.1:1/a.png?signature=${KEY}`,
        }),
      ],
    ];

    it("are in no line of the log, in no metric and in no answer about an error", async () => {
      let errors = "";
      let failures = 0;
      for (const [header, value] of signedIn()) {
        // Checking a wrong password takes long, so fewer requests are sent with it.
        const asked = value === basic("wr0ng-p4ssword") ? ASKED.slice(0, 2) : ASKED;
        for (const [method, path, body] of asked) {
          const { status, text } = await calendar.send(method, path, {
            headers: { [header]: value, ...(body && { "content-type": "application/json" }) },
            ...(body && { raw: body }),
          });
          // Error messages may repeat the body of the request.
          if (status >= 400 && !body?.includes(PASSWORD)) errors += text;
          if (status >= 500) failures += 1;
        }
      }
      logger.flush();
      expect(failures).to.be.at.least(1);
      for (const needed of ["answered", "details of an answer", "a request failed", "of an allowed host was"])
        expect(lines).to.include(needed);
      const metrics = await calendar.calendar.metrics();
      for (const secret of secrets) {
        for (const form of formsOf(secret)) {
          for (const [place, text] of Object.entries({ lines, metrics, errors })) {
            const at = text.indexOf(form);
            expect(at === -1 ? "" : text.slice(Math.max(0, at - 200), at + form.length), place).to.equal("");
          }
        }
      }
    }).timeout(60_000);
  });
}

describe("the password of a database", () => {
  it("is in no line of the log and in no error when it is not reached", async () => {
    let lines = "";
    const logger = createPinoLogger("trace", {
      write(text: string) {
        lines += text;
      },
    });
    const storage = `mongodb://ada:${encodeURIComponent(PASSWORD)}@127.0.0.1:1/kalends?authSource=${KEY}`;
    const error = await createCalendar({ storage, storageTimeout: 0.2, logger, logLevel: "trace" }).catch(
      (reason: Error) => reason,
    );
    expect(error).to.be.instanceOf(Error);
    logger.flush();
    logger.error("as a host logs it", { error });
    for (const form of [...formsOf(PASSWORD), KEY]) expect(lines).to.not.include(form);
    expect(lines).to.include("as a host logs it");
  });
});
