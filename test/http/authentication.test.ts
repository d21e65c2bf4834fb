import { createAccounts } from "@kalends/accounts";
import { aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };

const basic = (name: string, password: string): { readonly authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`,
});

for (const store of stores) {
  describe(`who may do what on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store);
    });
    afterEach(() => calendar.close());

    const create = async (json: object = {}): Promise<number> => {
      const { status, text, body } = await calendar.post("/events", {
        as: "editor",
        json: { ...EVENT, ...json },
      });
      expect(status, text).to.equal(201);
      return body.id;
    };

    it("refuses wrong credentials on every route, before anything else", async () => {
      const cases: readonly (readonly [headers: Readonly<Record<string, string>>, code: string])[] = [
        [basic("editor", "wrong"), "incorrect_password"],
        [basic("nobody", "x"), "invalid_username"],
        [{ authorization: "Bearer wrong" }, "rest_forbidden"],
        [{ authorization: "Basic !!!" }, "incorrect_password"],
      ];
      for (const [headers, code] of cases) {
        for (const [method, path] of [
          ["GET", "/events"],
          ["GET", "/nothing"],
          ["OPTIONS", "/events"],
          ["POST", "/venues"],
          ["DELETE", "/tags/1"],
          ["GET", "/?rest_route=/tribe/events/v1/events"],
        ] as const) {
          const answer = await calendar.send(method, path, { headers });
          expect(answer.status, `${method} ${path}`).to.equal(401);
          expect(answer.body).to.deep.include({ code, data: { status: 401 } });
          expect(answer.headers).not.to.have.property("allow");
        }
      }
    });

    it("counts empty credentials and a nonce as none", async () => {
      for (const headers of [
        { authorization: "" },
        { authorization: "Basic" },
        basic("", ""),
        { "x-wp-nonce": "abc" },
      ]) {
        const { status, body } = await calendar.post("/events", { json: EVENT, headers });
        expect([status, body.code]).to.deep.equal([401, "rest_forbidden"]);
        expect((await calendar.get("/events", { headers })).status).to.equal(200);
      }
    });

    it("takes an application password as soon as it is given and until it is revoked", async () => {
      const accounts = createAccounts({ store: calendar.accounts, clock: { now: () => NOW } });
      const added = await accounts.addPassword("author", "phone");
      const headers = basic("author", added?.password ?? "");
      expect((await calendar.post("/events", { json: EVENT, headers })).status).to.equal(201);
      await accounts.revoke("author", added?.id ?? "");
      expect((await calendar.post("/events", { json: EVENT, headers })).status).to.equal(401);
    });

    it("lets each role manage the terms it may", async () => {
      const table: readonly (readonly [as: string | undefined, category: number, tag: number])[] = [
        [undefined, 401, 401],
        ["subscriber", 403, 403],
        ["contributor", 403, 403],
        ["author", 201, 403],
        ["editor", 201, 201],
        ["administrator", 201, 201],
      ];
      for (const [as, category, tag] of table) {
        const sent = { ...(as && { as }), json: { name: `By ${as ?? "nobody"}` } };
        expect((await calendar.post("/categories", sent)).status, as).to.equal(category);
        expect((await calendar.post("/tags", sent)).status, as).to.equal(tag);
      }
    });

    // rules/interface.md#validation-before-rights
    it("answers bad values before it tells that the caller may not", async () => {
      for (const [method, path] of [
        ["DELETE", "/venues/999"],
        ["DELETE", "/categories/999"],
        ["PATCH", "/organizers/by-slug/none"],
      ] as const) {
        const { status, body } = await calendar.send(method, path);
        expect([status, body.code], path).to.deep.equal([400, "rest_invalid_param"]);
      }
    });

    it("lets nobody but editors name another author", async () => {
      const author = calendar.users.get("other");
      const refused = await calendar.post("/events", { as: "author", json: { ...EVENT, author } });
      expect([refused.status, refused.body.code]).to.deep.equal([403, "rest_cannot_edit_others"]);
      const allowed = await calendar.post("/events", { as: "editor", json: { ...EVENT, author } });
      expect(allowed.body.author).to.equal(String(author));
    });

    it("holds what contributors want to publish for review", async () => {
      const { status, body } = await calendar.post("/events", {
        as: "contributor",
        json: { ...EVENT, status: "publish" },
      });
      expect(status).to.equal(201);
      expect(body.status).to.equal("pending");
    });

    it("keeps what others may not see out of everything anonymous callers read", async () => {
      const venue = aVenue({ id: 900, name: "Hidden hall", status: "draft", slug: "hidden-hall" });
      await calendar.store.venues.save(venue);
      const shown = await create({ venue: 900, tags: "late" });
      const hidden = await create({ title: "Hidden", status: "private", tags: "late" });
      const read = await calendar.get(`/events/${shown}`);
      expect(read.body.venue).to.deep.equal([]);
      expect((await calendar.get(`/events/${shown}`, { as: "editor" })).body.venue.id).to.equal(900);
      for (const path of [
        "/events",
        `/events?include=${hidden}`,
        "/events?search=Hidden",
        "/events?tags=late",
        `/events/${hidden}`,
        "/events/by-slug/hidden",
        "/venues",
        "/venues?search=hidden",
        "/venues/900",
        "/tags",
      ]) {
        const { text } = await calendar.get(path);
        expect(text, path).not.to.match(/"(title|venue|name)":"Hidden/);
      }
      expect((await calendar.get("/events")).body.total).to.equal(1);
      expect((await calendar.get("/tags")).body.tags[0].count).to.equal(1);
      for (const path of [
        `/venues?event=${hidden}`,
        `/tags?event=${hidden}`,
        `/events?post_parent=${hidden}`,
      ]) {
        const unreadable = await calendar.get(path);
        const unknown = await calendar.get(path.replace(String(hidden), "999999"));
        expect(unreadable.status, path).to.equal(400);
        expect(unreadable.text).to.equal(unknown.text);
      }
    });
  });
}
