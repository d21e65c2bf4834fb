import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAccounts, type JwtSettings } from "@kalends/accounts";
import { expect } from "chai";
import { exportJWK, SignJWT } from "jose";
import { bear, createHandClock, openAccounts, outcome, START } from "./open-accounts.ts";

const SECRET = "a secret of at least thirty-two bytes";
const seconds = START / 1000;

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = generateKeyPairSync("ed25519");
const pem = (key: KeyObject): string => key.export({ type: "spki", format: "pem" }).toString();

const sign = (
  alg: string,
  key: KeyObject | Uint8Array,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> =>
  new SignJWT({ sub: "ada", exp: seconds + 60, ...claims })
    .setProtectedHeader({ alg, kid: "one", ...header })
    .sign(key);

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const secretBytes = new TextEncoder().encode(SECRET);

/** Signs in with a token and returns the result. The account `ada` has the id 1. */
const ask = async (jwt: JwtSettings, token: string): Promise<unknown> => {
  const { accounts } = await openAccounts({ jwt });
  await accounts.add("ada", "editor", "right password");
  const answer = outcome(await bear(accounts, token));
  return answer;
};

describe("accounts: JWT", () => {
  it("accepts what the key's own algorithms signed", async () => {
    expect(await ask({ key: SECRET }, await sign("HS256", secretBytes))).to.equal(1);
    expect(await ask({ key: SECRET }, await sign("HS512", new Uint8Array(Buffer.from(SECRET))))).to.equal(1);
    expect(await ask({ key: pem(rsa.publicKey) }, await sign("RS256", rsa.privateKey))).to.equal(1);
    expect(await ask({ key: pem(rsa.publicKey) }, await sign("PS384", rsa.privateKey))).to.equal(1);
    expect(await ask({ key: pem(ec.publicKey) }, await sign("ES256", ec.privateKey))).to.equal(1);
    expect(await ask({ key: pem(ed.publicKey) }, await sign("EdDSA", ed.privateKey))).to.equal(1);
    const inOneLine = pem(rsa.publicKey).replaceAll("\n", "\\n");
    expect(await ask({ key: inOneLine }, await sign("RS256", rsa.privateKey))).to.equal(1);
    const jwk = JSON.stringify(await exportJWK(ec.publicKey));
    expect(await ask({ key: jwk }, await sign("ES256", ec.privateKey))).to.equal(1);
  });

  it("takes the name exactly and the role from the account", async () => {
    expect(await ask({ key: SECRET }, await sign("HS256", secretBytes, { role: "x" }))).to.equal(1);
    const folded = ["ADA", "Ada", "ádа", "ada\u0301", "\uFF41\uFF44\uFF41", "ada ", " ada", "ad\u00ADa"];
    for (const sub of [...folded, "bob", "", "a:b", "\0", 7, ["ada"], null, undefined]) {
      const token = await sign("HS256", secretBytes, { sub });
      expect(await ask({ key: SECRET }, token), String(sub)).to.equal("rest_forbidden");
    }
  });

  it("lets no disabled account in, and manages no accounts", async () => {
    const { accounts } = await openAccounts({ jwt: { key: SECRET } });
    await accounts.add("ada", "administrator");
    await accounts.add("root", "administrator");
    const token = await sign("HS256", secretBytes, { sub: "ada" });
    const found = await bear(accounts, token);
    expect("actor" in found && found.actor.capabilities.has("read_audit")).to.equal(true);
    expect("actor" in found && found.actor.capabilities.has("manage_accounts")).to.equal(false);
    await accounts.changeDisabled("ada", true);
    expect(outcome(await bear(accounts, token))).to.equal("rest_forbidden");
  });

  it("knows a name by the composed form of its letters, however it was typed", async () => {
    const { accounts } = await openAccounts({ jwt: { key: SECRET } });
    await accounts.add("Zoe\u0308", "editor");
    expect(outcome(await bear(accounts, await sign("HS256", secretBytes, { sub: "Zo\u00EB" })))).to.equal(1);
  });

  it("wants an expiry, a day ahead at most unless configured", async () => {
    const day = 24 * 60 * 60;
    const answerTo = async (exp: unknown, jwt: JwtSettings = { key: SECRET }) =>
      ask(jwt, await sign("HS256", secretBytes, { exp }));
    expect(await answerTo(seconds + day)).to.equal(1);
    expect(await answerTo(seconds + 90, { key: SECRET, maxLifetime: 90 })).to.equal(1);
    expect(await answerTo(seconds + 91, { key: SECRET, maxLifetime: 90 })).to.equal("rest_forbidden");
    for (const exp of [
      undefined,
      null,
      seconds,
      0,
      seconds + day + 1,
      seconds * 1000,
      1e300,
      `${seconds + 60}`,
    ]) {
      expect(await answerTo(exp), String(exp)).to.equal("rest_forbidden");
    }
    const body = `${encode({ alg: "HS256" })}.${Buffer.from('{"sub":"ada","exp":1e999}').toString("base64url")}`;
    const signature = createHmac("sha256", SECRET).update(body).digest("base64url");
    expect(await ask({ key: SECRET }, `${body}.${signature}`)).to.equal("rest_forbidden");
  });

  it("accepts tokens that are meant for access, not those of another type", async () => {
    for (const typ of [undefined, "JWT", "at+jwt"]) {
      expect(await ask({ key: SECRET }, await sign("HS256", secretBytes, {}, { typ })), typ).to.equal(1);
    }
    const others = ["", "jwt", "logout+jwt", "dpop+jwt", "secevent+jwt", "JOSE", "JWT ", null, 1, ["JWT"]];
    for (const typ of others) {
      const answer = await ask({ key: SECRET }, await sign("HS256", secretBytes, {}, { typ }));
      expect(answer, String(typ)).to.equal("rest_forbidden");
    }
  });

  it("confuses no algorithms", async () => {
    const key = pem(rsa.publicKey);
    const body = `${encode({ alg: "HS256" })}.${encode({ sub: "ada", exp: seconds + 60 })}`;
    const signature = createHmac("sha256", key).update(body).digest("base64url");
    expect(await ask({ key }, `${body}.${signature}`)).to.equal("rest_forbidden");
    for (const alg of ["none", "None", "NONE", ""]) {
      const token = `${encode({ alg })}.${encode({ sub: "ada", exp: seconds + 60 })}.`;
      for (const settings of [{ key }, { key: SECRET }]) {
        expect(await ask(settings, token), alg).to.equal("rest_forbidden");
      }
    }
    expect(await ask({ key }, await sign("ES256", ec.privateKey))).to.equal("rest_forbidden");
    expect(await ask({ key: SECRET }, await sign("RS256", rsa.privateKey))).to.equal("rest_forbidden");
  });

  it("refuses changed, foreign and broken tokens", async () => {
    const token = await sign("HS256", secretBytes);
    const [header = "", , signature = ""] = token.split(".");
    const foreign = await sign("HS256", new TextEncoder().encode(`${SECRET}!`));
    const changed = `${header}.${encode({ sub: "ada", exp: seconds + 9_999 })}.${signature}`;
    for (const text of [foreign, changed, `${header}..`, `${token}x`, `${token}.x`, `${header}.e30.`]) {
      expect(await ask({ key: SECRET }, text), text).to.equal("rest_forbidden");
    }
  });

  it("reads exp and nbf by its own clock", async () => {
    const { accounts, clock } = await openAccounts({ jwt: { key: SECRET } });
    await accounts.add("ada", "editor", "right password");
    const token = await sign("HS256", secretBytes, { nbf: seconds + 10 });
    expect(outcome(await bear(accounts, token))).to.equal("rest_forbidden");
    clock.advance(10_000);
    expect(outcome(await bear(accounts, token))).to.equal(1);
    clock.advance(50_000);
    expect(outcome(await bear(accounts, token))).to.equal("rest_forbidden");
  });

  it("wants the configured issuer and audience", async () => {
    const jwt = { key: SECRET, issuer: "https://login.example", audience: "calendar" };
    const good = { iss: "https://login.example", aud: ["mail", "calendar"] };
    expect(await ask(jwt, await sign("HS256", secretBytes, good))).to.equal(1);
    for (const claims of [{}, { ...good, iss: "https://evil.example" }, { ...good, aud: "mail" }]) {
      expect(await ask(jwt, await sign("HS256", secretBytes, claims))).to.equal("rest_forbidden");
    }
  });

  it("accepts none when none is configured", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "editor", "right password");
    expect(outcome(await bear(accounts, await sign("HS256", secretBytes)))).to.equal("rest_forbidden");
  });

  it("refuses settings that make no sense", async () => {
    const { store } = await openAccounts();
    const weak = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const bad: readonly JwtSettings[] = [
      ...[{}, { key: "short" }, { key: SECRET, jwksUrl: "http://127.0.0.1/" }, { jwksUrl: "nonsense" }],
      ...[{ key: "-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----" }, { key: pem(weak.publicKey) }],
    ];
    for (const jwt of bad) {
      expect(() => createAccounts({ store, clock: createHandClock(), jwt })).to.throw(Error);
    }
  });
});

describe("accounts: JWT with a published key set", () => {
  it("fetches the keys, and answers failure when it cannot, logging that once a minute", async () => {
    const jwk = { ...(await exportJWK(rsa.publicKey)), kid: "one" };
    const server = createServer((_request, response) => {
      response.setHeader("Content-Type", "application/json").end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
    expect(await ask({ jwksUrl }, await sign("RS256", rsa.privateKey))).to.equal(1);
    expect(await ask({ jwksUrl }, await sign("HS256", secretBytes))).to.equal("rest_forbidden");
    await new Promise((resolve) => server.close(resolve).closeAllConnections());

    const warnings: string[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (text: string) => void warnings.push(text) };
    const { accounts, clock } = await openAccounts({ jwt: { jwksUrl }, logger });
    await accounts.add("ada", "editor", "right password");
    for (const [elapsed, logged] of [
      [0, 1],
      [59_999, 1],
      [1, 2],
    ] as const) {
      clock.advance(elapsed);
      const token = await sign("RS256", rsa.privateKey, { exp: seconds + 600 });
      expect(outcome(await bear(accounts, token))).to.equal("rest_forbidden");
      expect(warnings).to.have.lengthOf(logged);
    }
  });
});
