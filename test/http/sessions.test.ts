import { setImmediate as nextTurn } from "node:timers/promises";
import { createAccounts } from "@kalends/accounts";
import type { Plugin } from "@kalends/core/interface";
import { pluginRoute } from "@kalends/core/plugin";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import {
  cookieOf,
  createMovedClock,
  givePassword,
  linkOf,
  type MovedClock,
  ownPage,
  PASSWORD,
  signIn,
} from "./sign-in.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Plugin with a route that issues credentials. */
const ISSUING: Plugin = {
  name: "issuing",
  setup: () => ({
    routes: [
      pluginRoute({
        method: "POST",
        path: "/things",
        description: "Issues a thing.",
        parameters: {},
        permits: ({ id }) => id !== undefined,
        issuesCredentials: true,
        run: () => ({ body: { issued: true } }),
      }),
    ],
  }),
};

for (const store of stores) {
  describe(`sessions over the interface, on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let clock: MovedClock;

    beforeEach(async () => {
      clock = createMovedClock();
      calendar = await startCalendar(store, { clock, plugins: [ISSUING] });
      await givePassword(calendar, "editor", clock);
    });
    afterEach(() => calendar.close());

    const send = (method: string, path: string, cookie?: string, json?: object): Promise<TestResponse> =>
      calendar.send(method, path, ownPage(calendar, json && { json }, cookie));
    const statusOf = async (...sent: Parameters<typeof send>): Promise<string> => {
      const { status, body } = await send(...sent);
      return status < 400 ? String(status) : `${status} ${body.code}`;
    };
    const userOf = async (cookie: string): Promise<string | undefined> =>
      (await send("GET", "/session", cookie)).body.user?.name;

    it("describe visitors, sessions and other callers", async () => {
      const visitor = await calendar.get("/session");
      expect(visitor.status).to.equal(200);
      expect(visitor.headers["cache-control"]).to.equal("no-store");
      expect(visitor.headers).to.not.have.property("set-cookie");
      const nothing = {
        user: null,
        capabilities: [],
        sign_in: { kind: "session" },
        features: { passkeys: visitor.body.features.passkeys, mail: false, forgotten_password: false },
        expires: null,
      };
      expect(visitor.body).to.deep.equal(nothing);
      const cookie = await signIn(calendar, "editor");
      const { body, headers } = await send("GET", "/session", cookie);
      expect(headers["cache-control"]).to.equal("private, no-cache");
      const user = { id: calendar.users.get("editor"), name: "editor", display_name: "", email: "" };
      expect(body.user).to.deep.equal({ ...user, role: "editor" });
      expect(body.capabilities).to.include.members(["edit_others", "publish"]);
      expect(body.capabilities).to.not.include("manage_accounts");
      expect(body.expires).to.equal(new Date(clock.now() + 12 * HOUR).toISOString());
      const byToken = await calendar.get("/session", { as: "editor" });
      expect(byToken.body).to.deep.equal({ ...body, expires: null });
      const wrong = await calendar.get("/session", { headers: { authorization: "Bearer wrong" } });
      expect(wrong.status).to.equal(401);
      const bad = await send("GET", "/session", `${cookie}x`);
      expect([bad.status, bad.body]).to.deep.equal([200, nothing]);
      expect(bad.headers["set-cookie"]?.[0]).to.include("Max-Age=0");
    });

    it("open with the sign-in password alone, by name or address, and set the cookie", async () => {
      const accounts = createAccounts({ store: calendar.accounts, clock });
      await accounts.changeProfile("editor", { email: "ed@example.org" });
      for (const name of ["editor", "EDITOR", "Ed@Example.org"]) {
        const json = { name, password: PASSWORD };
        const { status, headers } = await calendar.post("/session", ownPage(calendar, { json }));
        expect(status).to.equal(200);
        const [cookie = ""] = headers["set-cookie"] ?? [];
        expect(cookie).to.match(
          /^kalends-[0-9a-f]{8}=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
        );
      }
      const application = await accounts.addPassword("editor", "laptop");
      const refused = [
        { name: "editor", password: "wrong wrong wrong" },
        { name: "editor", password: application?.password },
        { name: "nobody", password: PASSWORD },
        { name: "author", password: PASSWORD },
      ];
      const texts = new Set<string>();
      for (const json of refused) {
        const answer = await calendar.post("/session", ownPage(calendar, { json }));
        expect([answer.status, answer.body.code]).to.deep.equal([401, "rest_sign_in_failed"]);
        expect(answer.headers).to.not.have.property("set-cookie");
        texts.add(answer.text);
      }
      expect(texts).to.have.length(1);
      const basic = `Basic ${Buffer.from(`editor:${PASSWORD}`).toString("base64")}`;
      expect((await calendar.get("/events", { headers: { authorization: basic } })).status).to.equal(401);
    });

    it("are new at each sign-in, which ends the one before", async () => {
      const first = await signIn(calendar, "editor");
      const answer = await send("POST", "/session", first, { name: "editor", password: PASSWORD });
      const second = cookieOf(answer) ?? "";
      expect(second).to.not.equal(first);
      expect([await userOf(first), await userOf(second)]).to.deep.equal([undefined, "editor"]);
      // A token that somebody else chose is never accepted.
      const chosen = `${first.split("=")[0]}=${"a".repeat(43)}`;
      const fixed = await send("POST", "/session", chosen, { name: "editor", password: PASSWORD });
      expect(fixed.status).to.equal(200);
      expect(cookieOf(fixed)).to.not.equal(chosen);
      expect(await userOf(chosen)).to.equal(undefined);
    });

    it("open from our own pages only, and never in a batch", async () => {
      const json = { name: "editor", password: PASSWORD };
      for (const headers of [{}, { origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
        const { status, body } = await calendar.post("/session", {
          headers: { "x-test": "1", ...headers },
          json,
        });
        expect([status, body.code]).to.deep.equal([403, "rest_cookie_refused"]);
      }
      const cookie = await signIn(calendar, "editor");
      const passwords = { old_password: PASSWORD, password: "another good password" };
      const { body } = await send("POST", "/batch", cookie, {
        requests: [
          { method: "POST", path: "/session", body: json },
          { method: "DELETE", path: "/session" },
          { method: "PUT", path: "/me/password", body: passwords },
        ],
      });
      expect(body.responses.map((one: { readonly status: number }) => one.status)).to.deep.equal([
        403, 403, 403,
      ]);
      expect(await userOf(cookie)).to.equal("editor");
    });

    it("end at sign-out, one by one, and all others at once", async () => {
      const [first, second, third] = [
        await signIn(calendar, "editor"),
        await signIn(calendar, "editor"),
        await signIn(calendar, "editor"),
      ];
      const { body } = await send("GET", "/me/sessions", first);
      expect(body.sessions).to.have.length(3);
      const [own] = body.sessions.filter((session: { readonly current: boolean }) => session.current);
      expect(own).to.include({ address: "127.0.0.1", device: "" });
      expect(await statusOf("DELETE", "/me/sessions/unknown", first)).to.equal(
        "404 rest_credential_not_found",
      );
      const ended = await send("DELETE", `/me/sessions/${own.id}`, first);
      expect(ended.body).to.deep.equal({ id: own.id });
      expect(ended.headers["set-cookie"]?.[0]).to.include("Max-Age=0");
      expect(await userOf(first)).to.equal(undefined);
      expect((await send("DELETE", "/me/sessions", second)).body).to.deep.equal({ ended: 1 });
      expect([await userOf(second), await userOf(third)]).to.deep.equal(["editor", undefined]);
      const out = await send("DELETE", "/session", second);
      expect([out.status, out.body.user]).to.deep.equal([200, null]);
      expect(out.headers["set-cookie"]?.[0]).to.include("Max-Age=0");
      expect(await userOf(second)).to.equal(undefined);
      // An invalid cookie counts as none here, but not for other writes.
      expect(await statusOf("DELETE", "/session", second)).to.equal("200");
      expect(await statusOf("DELETE", "/me/sessions", second)).to.equal("401 rest_forbidden");
    });

    it("end with a change of the password, except the own one, which gets a new token", async () => {
      const [own, other] = [await signIn(calendar, "editor"), await signIn(calendar, "editor")];
      const password = "another good password";
      const change = (values: object): Promise<TestResponse> => send("PUT", "/me/password", own, values);
      const wrong = await change({ old_password: "not the old one", password });
      expect([wrong.status, wrong.body.code]).to.deep.equal([401, "rest_sign_in_failed"]);
      const short = await change({ old_password: PASSWORD, password: "too short" });
      expect([short.status, Object.keys(short.body.data.params)]).to.deep.equal([400, ["password"]]);
      expect(await userOf(other)).to.equal("editor");
      const changed = await change({ old_password: PASSWORD, password });
      expect([changed.status, changed.body.user.name]).to.deep.equal([200, "editor"]);
      const renewed = cookieOf(changed) ?? "";
      expect([await userOf(own), await userOf(other), await userOf(renewed)]).to.deep.equal([
        undefined,
        undefined,
        "editor",
      ]);
      await signIn(calendar, "editor", password);
      const old = await send("POST", "/session", undefined, { name: "editor", password: PASSWORD });
      expect(old.status).to.equal(401);
    });

    it("need a new proof of identity after ten minutes, for changes of credentials", async () => {
      const cookie = await signIn(calendar, "editor");
      const requests: readonly (readonly [method: string, path: string, json?: object])[] = [
        ["POST", "/accounts/me/tokens", { label: "x" }],
        ["POST", "/accounts/me/passwords", { label: "x" }],
        ["DELETE", "/accounts/me/tokens/unknown"],
        ["DELETE", "/accounts/me/passwords/unknown"],
        ["PATCH", "/accounts/me", { email: "new@example.org" }],
        ["PUT", "/me/password", { old_password: "x", password: "another good password" }],
        ["PATCH", "/me/passkeys/unknown", { name: "x" }],
        ["DELETE", "/me/passkeys/unknown"],
        ["POST", "/things", {}],
      ];
      const codes = async (): Promise<readonly string[]> => {
        const all = [];
        for (const [method, path, json] of requests) all.push(await statusOf(method, path, cookie, json));
        return all;
      };
      clock.advance(10 * MINUTE + 1);
      expect(new Set(await codes())).to.deep.equal(new Set(["403 rest_confirmation_required"]));
      for (const json of [{ display_name: "Ed" }, { email: "" }])
        expect(await statusOf("PATCH", "/accounts/me", cookie, json)).to.equal("200");
      expect(await statusOf("GET", "/accounts/me/tokens", cookie)).to.equal("200");
      // Other credentials prove themselves with each request.
      expect((await calendar.post("/things", { as: "editor" })).body.code).to.equal("rest_forbidden");
      expect(await statusOf("POST", "/session/confirm", cookie, {})).to.equal(
        "400 rest_missing_callback_param",
      );
      const wrong = await statusOf("POST", "/session/confirm", cookie, { password: "wrong" });
      expect(wrong).to.equal("401 rest_sign_in_failed");
      expect(await statusOf("POST", "/things", cookie)).to.equal("403 rest_confirmation_required");
      expect(await statusOf("POST", "/session/confirm", cookie, { password: PASSWORD })).to.equal("200");
      expect(await codes()).to.deep.equal([
        "201",
        "201",
        "404 rest_credential_not_found",
        "404 rest_credential_not_found",
        "200",
        "401 rest_sign_in_failed",
        "404 rest_credential_not_found",
        "404 rest_credential_not_found",
        "200",
      ]);
      clock.advance(10 * MINUTE);
      expect(await statusOf("POST", "/things", cookie)).to.equal("200");
      clock.advance(1);
      expect(await statusOf("POST", "/things", cookie)).to.equal("403 rest_confirmation_required");
    });

    it("end after twelve hours without use, and after thirty days", async () => {
      const [idle, used] = [await signIn(calendar, "editor"), await signIn(calendar, "editor")];
      const editor = calendar.users.get("editor") ?? 0;
      // A use may be written after the response.
      const sessions = () => calendar.accounts.signInRecords.listOf("session", editor);
      for (let hour = 0; hour < 30 * 24; hour += 5) {
        expect(await userOf(used), `${hour}`).to.equal("editor");
        if (hour === 20) expect(await userOf(idle)).to.equal(undefined);
        while ((await sessions()).every((session) => session.used !== clock.now())) await nextTurn();
        clock.advance(5 * HOUR);
      }
      expect(await userOf(used)).to.equal(undefined);
    });

    it("end with a link, which sets the password once", async () => {
      const cookie = await signIn(calendar, "editor");
      const [first, token] = [
        await linkOf(calendar, "editor", clock),
        await linkOf(calendar, "editor", clock),
      ];
      const use = (values: object): Promise<string> =>
        statusOf("POST", "/password-links/use", undefined, values);
      const password = "yet another password";
      expect(await use({ token: first, password })).to.equal("410 rest_link_expired");
      expect(await use({ token, password: "short" })).to.equal("400 rest_invalid_param");
      expect(await userOf(cookie)).to.equal("editor");
      expect(await use({ token, password })).to.equal("200");
      expect(await use({ token, password })).to.equal("410 rest_link_expired");
      expect(await userOf(cookie)).to.equal(undefined);
      await signIn(calendar, "editor", password);
      const late = await linkOf(calendar, "editor", clock);
      clock.advance(72 * HOUR);
      expect(await use({ token: late, password })).to.equal("410 rest_link_expired");
      expect(await statusOf("POST", "/password-links", undefined, { name: "editor" })).to.equal(
        "404 rest_no_route",
      );
    });
  });
}
