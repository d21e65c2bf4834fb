import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Body, TestResponse } from "./client.ts";
import { createMovedClock, givePassword, type MovedClock, ownPage, PASSWORD, signIn } from "./sign-in.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const FORBIDDEN = "403 rest_forbidden";

for (const store of stores) {
  describe(`accounts over the interface, on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let clock: MovedClock;
    let cookie: string;

    beforeEach(async () => {
      clock = createMovedClock();
      calendar = await startCalendar(store, { clock });
      await givePassword(calendar, "administrator", clock);
      cookie = await signIn(calendar, "administrator");
    });
    afterEach(() => calendar.close());

    const send = (method: string, path: string, json?: object, by = cookie): Promise<TestResponse> =>
      calendar.send(method, path, ownPage(calendar, json && { json }, by));
    const codeOf = async (...sent: Parameters<typeof send>): Promise<string> => {
      const { status, body } = await send(...sent);
      return status < 400 ? String(status) : `${status} ${body.code}`;
    };
    const idOf = (name: string): number => calendar.users.get(name) ?? 0;
    const namesOf = async (query: string): Promise<readonly string[]> =>
      (await send("GET", `/accounts?${query}`)).body.accounts.map(({ name }: Body) => name);

    it("are listed by page, search, role and state", async () => {
      const { body, headers } = await send("GET", "/accounts?per_page=2&page=2");
      expect(body.accounts.map(({ name }: Body) => name)).to.deep.equal(["author", "contributor"]);
      expect(body).to.include({ total: 6, total_pages: 3 });
      expect(body.next_rest_url).to.match(/\/accounts\/\?per_page=2&page=3$/);
      expect(headers).to.include({ "x-tec-total": "6", "x-tec-totalpages": "3" });
      expect(body.accounts[0]).to.deep.equal({
        ...{ id: idOf("author"), name: "author", display_name: "", email: "", role: "author" },
        ...{ disabled: false, has_password: false, passkeys: 0 },
      });
      expect(await namesOf("page=9")).to.deep.equal([]);
      expect(await namesOf("role=author")).to.deep.equal(["author", "other"]);
      expect(await namesOf("search=EDIT")).to.deep.equal(["editor"]);
      await send("PATCH", `/accounts/${idOf("other")}`, { disabled: true });
      expect(await namesOf("disabled=true")).to.deep.equal(["other"]);
      expect(await namesOf("role=author&disabled=false")).to.deep.equal(["author"]);
      const unknown = await send("GET", "/accounts?rolle=author");
      expect(unknown.headers["x-kalends-ignored"]).to.equal("rolle");
    });

    it("are created, changed and disabled", async () => {
      const values = { name: "ann", role: "author", display_name: "Ann Lee", email: "ann@example.org" };
      const { status, body } = await send("POST", "/accounts", values);
      expect([status, body.has_password]).to.deep.equal([201, false]);
      expect(body).to.include(values);
      const path = `/accounts/${body.id}`;
      expect((await send("GET", path)).body).to.deep.equal(body);
      const changed = await send("PATCH", path, { role: "editor", display_name: "" });
      expect(changed.body).to.deep.equal({ ...body, role: "editor", display_name: "" });
      for (const json of [{ name: "Editor" }, { email: "ANN@example.org" }, { name: "ann@example.org" }]) {
        const taken = await send("PATCH", `/accounts/${idOf("author")}`, json);
        expect([taken.status, Object.keys(taken.body.data.params)]).to.deep.equal([400, Object.keys(json)]);
      }
      for (const method of ["GET", "PATCH"]) expect(await codeOf(method, "/accounts/999")).to.include("404");
      expect(await codeOf("GET", `/accounts/${2 ** 60}`)).to.equal("404 rest_user_not_found");
    });

    it("lose every credential while they are disabled", async () => {
      await givePassword(calendar, "editor", clock);
      const own = await signIn(calendar, "editor");
      const path = `/accounts/${idOf("editor")}`;
      expect((await send("GET", `${path}/sessions`)).body.sessions).to.have.length(1);
      await send("PATCH", path, { disabled: true });
      expect((await send("GET", "/session", undefined, own)).body.user).to.equal(null);
      expect((await calendar.get("/events", { as: "editor" })).status).to.equal(401);
      const json = { name: "editor", password: PASSWORD };
      const refused = await calendar.post("/session", ownPage(calendar, { json }));
      const unknown = await calendar.post(
        "/session",
        ownPage(calendar, { json: { ...json, name: "nobody" } }),
      );
      expect([refused.status, refused.text]).to.deep.equal([401, unknown.text]);
      expect(await codeOf("POST", `${path}/link`)).to.equal("403 rest_forbidden");
      await send("PATCH", path, { disabled: false });
      expect((await calendar.get("/events", { as: "editor" })).status).to.equal(200);
      // The session has ended for good.
      expect((await send("GET", "/session", undefined, own)).body.user).to.equal(null);
    });

    it("are protected: nobody ends their own rights", async () => {
      const own = `/accounts/${idOf("administrator")}`;
      for (const [method, path, json] of [
        ["PATCH", own, { disabled: true }],
        ["PATCH", own, { role: "editor" }],
        ["DELETE", `${own}?records=keep`, undefined],
      ] as const)
        expect(await codeOf(method, path, json)).to.equal("403 rest_forbidden");
      expect((await send("GET", "/accounts/me")).body).to.include({ role: "administrator", disabled: false });
    });

    it("are deleted, and their records keep the number or get another author", async () => {
      const create = async (as: string): Promise<number> =>
        (await calendar.post("/venues", { as, json: { venue: `Hall of ${as}` } })).body.id;
      const [kept, reassigned] = [await create("author"), await create("other")];
      const authorOf = async (id: number): Promise<string> =>
        (await calendar.get(`/venues/${id}`, { as: "administrator" })).body.author;
      const gone = await send("DELETE", `/accounts/${idOf("author")}?records=keep`);
      expect([gone.status, gone.body.name]).to.deep.equal([200, "author"]);
      expect(await authorOf(kept)).to.equal(String(idOf("author")));
      const to = idOf("editor");
      const path = `/accounts/${idOf("other")}?records=reassign&author=${to}`;
      expect(await codeOf("DELETE", path)).to.equal("200");
      expect(await authorOf(reassigned)).to.equal(String(to));
      expect(await codeOf("DELETE", path)).to.equal("404 rest_user_not_found");
      expect((await calendar.get("/events", { as: "other" })).status).to.equal(401);
      const { body } = await send("POST", "/accounts", { name: "author", role: "author" });
      expect(body.id).to.be.greaterThan(Math.max(...calendar.users.values()));
    });

    it("are invited with a link that sets the password; a new link ends it", async () => {
      const values = { name: "ann", role: "editor", email: "ann@example.org" };
      const invited = await send("POST", "/accounts/invite", values);
      expect([invited.status, invited.headers["cache-control"]]).to.deep.equal([201, "no-store"]);
      expect(invited.body).to.include({ ...values, sent: false, has_password: false });
      expect(invited.body.expires).to.equal(new Date(clock.now() + 72 * 3_600_000).toISOString());
      const again = await send("POST", `/accounts/${invited.body.id}/link`);
      expect(again.body).to.have.all.keys("sent", "link", "expires");
      const use = async ({ body }: TestResponse): Promise<number> => {
        const { origin, pathname, hash } = new URL(body.link);
        expect([origin, pathname]).to.deep.equal([calendar.origin, "/sign-in"]);
        const json = { token: hash.slice(1), password: PASSWORD };
        return (await calendar.post("/password-links/use", ownPage(calendar, { json }))).status;
      };
      expect([await use(invited), await use(again), await use(again)]).to.deep.equal([410, 200, 410]);
      const own = await signIn(calendar, "ann@example.org");
      expect((await send("GET", "/accounts/me", undefined, own)).body).to.include({
        name: "ann",
        has_password: true,
      });
      expect(await codeOf("POST", "/accounts/999/link")).to.equal("404 rest_user_not_found");
    });

    it("have passwords and tokens, whose secret is shown once", async () => {
      await givePassword(calendar, "editor", clock);
      const own = await signIn(calendar, "editor");
      for (const [name, header] of [
        ["tokens", (secret: string) => `Bearer ${secret}`],
        ["passwords", (secret: string) => `Basic ${Buffer.from(`editor:${secret}`).toString("base64")}`],
      ] as const) {
        const path = `/accounts/me/${name}`;
        const issue = (): Promise<TestResponse> =>
          calendar.post(
            path,
            ownPage(calendar, { json: { label: "Import" }, headers: { "idempotency-key": name } }, own),
          );
        const { status, body, headers } = await issue();
        expect([status, headers["cache-control"]]).to.deep.equal([201, "no-store"]);
        const { secret, ...shown } = body;
        expect(shown).to.include({
          label: "Import",
          created: new Date(clock.now()).toISOString().replace(".000", ""),
        });
        expect((await issue()).body).to.deep.equal(shown);
        const listed = (await send("GET", path, undefined, own)).body[name];
        expect(listed.filter(({ id }: Body) => id === body.id)).to.deep.equal([shown]);
        const authorization = header(secret);
        const whoami = async (): Promise<unknown> => {
          const answer = await calendar.get("/session", { headers: { authorization } });
          return answer.status === 200 ? answer.body.user.name : answer.status;
        };
        expect(await whoami()).to.equal("editor");
        const others = `/accounts/${idOf("editor")}/${name}`;
        expect((await send("GET", others)).body[name]).to.deep.equal(listed);
        // A token is no password, and the other way round.
        const wrong = others.replace(name, name === "tokens" ? "passwords" : "tokens");
        expect(await codeOf("DELETE", `${wrong}/${body.id}`)).to.equal("404 rest_credential_not_found");
        expect((await send("DELETE", `${others}/${body.id}`)).body).to.deep.equal({ id: body.id });
        expect(await whoami()).to.equal(401);
      }
    });

    it("get no address from a token or key, because links are mailed there", async () => {
      const { body } = await send("POST", "/accounts/me/tokens", { label: "Sync", scopes: ["accounts"] });
      const byToken = async (method: string, path: string, json: object): Promise<string> => {
        const headers = { authorization: `Bearer ${body.secret}` };
        const { status, body: answer } = await calendar.send(method, path, { json, headers });
        return status < 400 ? String(status) : `${status} ${answer.code}`;
      };
      const email = "ann@example.org";
      const other = `/accounts/${idOf("other")}`;
      expect(await byToken("POST", "/accounts", { name: "ann", role: "author", email })).to.equal(FORBIDDEN);
      expect(await byToken("POST", "/accounts", { name: "ann", role: "author" })).to.equal("201");
      expect(await byToken("PATCH", other, { email, role: "editor" })).to.equal(FORBIDDEN);
      expect(await byToken("PATCH", "/accounts/me", { email })).to.equal(FORBIDDEN);
      expect(await codeOf("PATCH", other, { email })).to.equal("200");
      expect(await byToken("PATCH", other, { email, role: "editor" })).to.equal("200");
    });

    it("end all sessions of an account, and name the rights of roles", async () => {
      await givePassword(calendar, "editor", clock);
      const own = await signIn(calendar, "editor");
      const path = `/accounts/${idOf("editor")}/sessions`;
      expect((await send("DELETE", path)).body).to.deep.equal({ ended: 1 });
      expect((await send("GET", "/session", undefined, own)).body.user).to.equal(null);
      const { roles } = (await send("GET", "/roles")).body;
      expect(roles.map(({ name }: Body) => name)).to.deep.equal([
        ...["administrator", "editor", "author", "contributor", "subscriber"],
      ]);
      expect(roles[0].capabilities).to.include("manage_accounts");
      expect(roles[4].capabilities).to.deep.equal([]);
    });

    it("are changed by sessions with a recent proof of identity only", async () => {
      clock.advance(10 * 60_000 + 1);
      const path = `/accounts/${idOf("author")}`;
      for (const [method, where, json] of [
        ["POST", "/accounts", { name: "ann", role: "author" }],
        ["POST", "/accounts/invite", { name: "ann", role: "author" }],
        ["POST", `${path}/link`, undefined],
        ["PATCH", path, { role: "editor" }],
        ["PATCH", path, { email: "new@example.org" }],
        ["DELETE", `${path}/tokens/unknown`, undefined],
      ] as const)
        expect(await codeOf(method, where, json), where).to.equal("403 rest_confirmation_required");
      for (const json of [{ role: "author", email: "" }, { display_name: "A" }, { disabled: true }])
        expect(await codeOf("PATCH", path, json)).to.equal("200");
      expect(await codeOf("DELETE", `${path}?records=keep`)).to.equal("200");
    });
  });
}
