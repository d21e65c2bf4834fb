import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";

/** A request to each group of routes that a host's calendar lacks. */
const MISSING = [
  ["POST", "/session"],
  ["DELETE", "/session"],
  ["POST", "/session/confirm"],
  ["POST", "/session/passkey/options"],
  ["GET", "/me/sessions"],
  ["PUT", "/me/password"],
  ["GET", "/me/passkeys"],
  ["GET", "/accounts"],
  ["GET", "/accounts/me"],
  ["POST", "/accounts/invite"],
  ["POST", "/accounts/1/link"],
  ["GET", "/roles"],
  ["POST", "/password-links"],
  ["POST", "/password-links/use"],
] as const;

for (const store of stores) {
  describe(`sign-in with users of a host, on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store, {
        identity: async ({ headers }) =>
          headers["x-user"] === undefined ? undefined : { id: Number(headers["x-user"]), roles: ["author"] },
      });
    });
    after(() => calendar.close());

    it("shows who is signed in at the host", async () => {
      const visitor = (await calendar.get("/session")).body;
      expect(visitor).to.include({ user: null, expires: null });
      expect(visitor.sign_in.kind).to.equal("host");
      expect(visitor.features).to.deep.equal({ passkeys: false, mail: false, forgotten_password: false });
      const { body } = await calendar.get("/session", { headers: { "x-user": "12" } });
      expect(body.user).to.include({ id: 12, role: null });
      expect(body.capabilities).to.include("publish").and.not.include("edit_others");
      expect(body.sign_in.kind).to.equal("host");
    });

    it("has no routes of accounts, links and own sessions", async () => {
      const { paths } = (await calendar.get("/doc")).body;
      for (const [method, path] of MISSING) {
        const { status, body } = await calendar.send(method, path, { headers: { "x-user": "12" } });
        expect([status, body.code], `${method} ${path}`).to.deep.equal([404, "rest_no_route"]);
        expect(Object.keys(paths[path] ?? {})).to.not.include(method.toLowerCase());
      }
    });
  });
}
