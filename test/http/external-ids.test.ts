import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Sent, TestResponse } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

const KINDS = [
  ["events", EVENT, "title"],
  ["venues", { venue: "Pier Nine Hall" }, "venue"],
  ["organizers", { organizer: "Harbour Club" }, "organizer"],
  ["categories", { name: "Concerts" }, "name"],
  ["tags", { name: "Late" }, "name"],
] as const;

const CRM = { source: "crm", id: "4711" };
const as = "administrator";

const codeOf = ({ status, body }: TestResponse): readonly unknown[] => [status, body?.code];
const problemsOf = ({ status, body }: TestResponse): readonly unknown[] => [
  status,
  ...Object.keys(body.data?.params ?? {}),
];

for (const store of stores) {
  describe(`external ids on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store, { changes: true });
    });
    afterEach(() => calendar.close());

    const put = (path: string, json: object, sent: Sent = {}): Promise<TestResponse> =>
      calendar.send("PUT", path, { as, json, ...sent });
    const edited = async (path: string, user: string = as) =>
      (await calendar.get(`${path}?context=edit`, { as: user })).body;
    const idsIn = async (list: string, query: string, user = as): Promise<readonly number[]> => {
      const { status, body, text } = await calendar.get(`/${list}?${query}`, { as: user });
      expect(status, text).to.equal(200);
      return body[list].map(({ id }: { readonly id: number }) => id);
    };

    for (const [list, record, title] of KINDS) {
      it(`creates and then updates a record of ${list} by its id elsewhere`, async () => {
        const path = `/${list}/by-external-id/crm/4711`;
        const made = await put(path, record);
        expect(codeOf(made), made.text).to.eql([201, undefined]);
        expect(made.headers.location).to.match(new RegExp(`/${list}/${made.body.id}$`));
        expect(made.body).not.to.have.property("external_ids");
        expect((await edited(`/${list}/${made.body.id}`)).external_ids).to.eql([CRM]);

        const changed = await put(path, { description: "New" });
        expect([changed.status, changed.body.id, changed.body[title]]).to.eql([
          200,
          made.body.id,
          Object.values(record)[0],
        ]);
        expect(changed.body.description).to.contain("New");
        expect(await idsIn(list, "external_id=crm:4711")).to.eql([made.body.id]);
        expect(await idsIn(list, "external_id=crm:471")).to.eql([]);
      });

      it(`keeps the ids of ${list} unique, and replaces them by those in a body`, async () => {
        const { body: one } = await put(`/${list}/by-external-id/crm/1`, record);
        const other = { ...record, [title]: "Another" };
        const { body: two } = await put(`/${list}/by-external-id/crm/2`, other);
        expect(two.id).not.to.equal(one.id);
        const before = await calendar.contents();
        const taken = [409, "rest_external_id_taken"];
        const ids = { external_ids: [{ source: "crm", id: "1" }] };
        expect(codeOf(await put(`/${list}/by-external-id/crm/2`, ids))).to.eql(taken);
        expect(codeOf(await put(`/${list}/${two.id}`, ids))).to.eql(taken);
        const third = { ...record, [title]: "Third", ...ids };
        expect(codeOf(await calendar.post(`/${list}`, { as, json: third }))).to.eql(taken);
        expect(codeOf(await put(`/${list}/by-external-id/crm/3`, third))).to.eql(taken);
        expect(await calendar.contents()).to.equal(before);

        const more = { external_ids: [{ source: "shop", id: "a/b %é" }] };
        expect((await put(`/${list}/by-external-id/crm/1`, more)).status).to.equal(200);
        expect((await edited(`/${list}/${one.id}`)).external_ids).to.eql([
          { source: "shop", id: "a/b %é" },
          { source: "crm", id: "1" },
        ]);
        const again = await put(`/${list}/by-external-id/shop/a%2Fb%20%25%C3%A9`, { description: "X" });
        expect([again.status, again.body.id]).to.eql([200, one.id]);
        expect((await put(`/${list}/${one.id}`, { external_ids: [] })).status).to.equal(200);
        expect((await edited(`/${list}/${one.id}`)).external_ids).to.eql([]);
        expect((await put(`/${list}/by-external-id/crm/2`, ids)).status).to.equal(200);
      });

      it(`refuses what is no external id for ${list}, and changes nothing`, async () => {
        const before = await calendar.contents();
        for (const wrong of [
          "crm:1",
          { source: "crm", id: "1" },
          [{ source: "crm" }],
          [{ source: "CRM", id: "1" }],
          [{ source: "", id: "1" }],
          [{ source: "x".repeat(65), id: "1" }],
          [{ source: "crm", id: "" }],
          [{ source: "crm", id: 1 }],
          [{ source: "crm", id: "a\tb" }],
          [{ source: "crm", id: "a\u0085b" }],
          [{ source: "crm", id: "x".repeat(201) }],
          [{ source: "crm", id: "1", more: true }],
          [{ source: "import", id: "site.example:1" }],
          [{ source: "ical", id: "uid" }],
          Array.from({ length: 21 }, (_, index) => ({ source: "crm", id: String(index) })),
          ["crm:1"],
          [null],
        ]) {
          const answer = await calendar.post(`/${list}`, { as, json: { ...record, external_ids: wrong } });
          expect(problemsOf(answer), JSON.stringify(wrong)).to.eql([400, "external_ids"]);
        }
        for (const [path, name] of [
          ["CRM/1", "source"],
          ["import/site.example:1", "source"],
          ["ical/uid", "source"],
          [`crm/${"x".repeat(201)}`, "external_id"],
          ["crm/a%09b", "external_id"],
        ])
          expect(problemsOf(await put(`/${list}/by-external-id/${path}`, record)), path).to.eql([400, name]);
        expect(await calendar.contents()).to.equal(before);
        const longest = { source: "a-z_0.9", id: "\u{1f600}".repeat(200) };
        const made = await calendar.post(`/${list}`, { as, json: { ...record, external_ids: [longest] } });
        expect((await edited(`/${list}/${made.body.id}`)).external_ids).to.eql([longest]);
      });
    }

    it("compares ids in NFC, and keeps twenty with that of the path", async () => {
      const { body } = await put("/venues/by-external-id/crm/e%CC%81", { venue: "Hall" });
      expect((await put("/venues/by-external-id/crm/%C3%A9", { city: "Genoa" })).body.id).to.equal(body.id);
      const twenty = Array.from({ length: 20 }, (_, index) => ({ source: "shop", id: String(index) }));
      const full = await put("/venues/by-external-id/crm/%C3%A9", { external_ids: twenty });
      expect(problemsOf(full)).to.eql([400, "external_ids"]);
      const fits = await put("/venues/by-external-id/crm/%C3%A9", {
        external_ids: [...twenty.slice(1), { source: "crm", id: "é" }, { source: "crm", id: "é" }],
      });
      expect(fits.status).to.equal(200);
    });

    it("never takes a record of the same name, but a creation does", async () => {
      const { body: hall } = await calendar.post("/venues", { as, json: { venue: "Hall" } });
      const { body: other } = await put("/venues/by-external-id/crm/1", { venue: "Hall" });
      expect(other.id).not.to.equal(hall.id);
      const json = { venue: "Hall", external_ids: [{ source: "crm", id: "2" }] };
      const reused = await calendar.post("/venues", { as, json });
      expect([reused.body.id, reused.headers["x-kalends-adjusted"]]).to.eql([hall.id, "external_ids"]);
      expect((await edited(`/venues/${hall.id}`)).external_ids).to.eql([]);
    });

    it("updates a record in the trash there, and keeps its id taken", async () => {
      const path = "/events/by-external-id/crm/4711";
      const { body } = await put(path, EVENT);
      await calendar.send("DELETE", `/events/${body.id}`, { as });
      const changed = await put(path, { title: "Later" });
      expect([changed.status, changed.body.id, changed.body.status]).to.eql([200, body.id, "trash"]);
      const taken = await calendar.post("/events", { as, json: { ...EVENT, external_ids: [CRM] } });
      expect(codeOf(taken)).to.eql([409, "rest_external_id_taken"]);
      expect((await put(path, { status: "publish" })).body.status).to.equal("publish");
    });

    it("frees the id of a term that is deleted for good", async () => {
      const path = "/tags/by-external-id/crm/4711";
      const { body } = await put(path, { name: "Late" });
      await calendar.send("DELETE", `/tags/${body.id}`, { as });
      const made = await put(path, { name: "Late" });
      expect([made.status, made.body.id === body.id]).to.eql([201, false]);
    });

    it("lets only those write who may, without telling which ids exist", async () => {
      const path = "/events/by-external-id/crm/4711";
      await put(path, EVENT);
      for (const target of [path, "/events/by-external-id/crm/none"]) {
        const forbidden = [401, "rest_forbidden"];
        expect(codeOf(await calendar.send("PUT", target, { json: EVENT }))).to.eql(forbidden);
        expect(codeOf(await calendar.send("PUT", target, { json: {} }))).to.eql(forbidden);
        const reader = await put(target, {}, { as: "subscriber" });
        expect(codeOf(reader)).to.eql([403, "rest_forbidden"]);
      }
      expect(codeOf(await put(path, { title: "X" }, { as: "author" }))).to.eql([403, "rest_forbidden"]);
      const own = await put("/events/by-external-id/crm/own", EVENT, { as: "author" });
      expect(own.status).to.equal(201);
      expect((await put("/events/by-external-id/crm/own", { title: "X" }, { as: "author" })).status).to.equal(
        200,
      );
    });

    it("shows ids to those who may edit the record alone, whoever asked before", async () => {
      const users = [undefined, "administrator", "author", "subscriber", "editor", undefined];
      const { body } = await put("/venues/by-external-id/crm/1", { venue: "Hall" });
      const begun = await Promise.all(
        users.map((user) => calendar.get("/changes", user === undefined ? {} : { as: user })),
      );
      const event = await put("/events/by-external-id/crm/4711", { ...EVENT, venue: body.id });
      const path = `/events/${event.body.id}`;
      for (const round of [1, 2])
        for (const [index, user] of users.entries()) {
          const shown = user === "administrator" || user === "editor" ? [CRM] : undefined;
          const sent = user === undefined ? {} : { as: user };
          const read = (await calendar.get(`${path}?context=edit`, sent)).body;
          expect(read.external_ids, `${user} ${round}`).to.eql(shown);
          expect(read.venue.external_ids, `${user} ${round}`).to.eql(shown && [{ source: "crm", id: "1" }]);
          const [listed] = (await calendar.get("/events?context=edit&start_date=2031-04-01", sent)).body
            .events;
          expect(listed.external_ids, `${user} ${round}`).to.eql(shown);
          const plain = (await calendar.get(path, sent)).text;
          expect(plain, `${user} ${round}`).not.to.contain("external_ids");
          const since = encodeURIComponent(begun[index]?.body.next_token);
          const changes = (await calendar.get(`/changes?context=edit&since=${since}`, sent)).text;
          expect(changes).to.contain("Jazz");
          expect(changes.includes("4711"), `${user} ${round}`).to.equal(shown !== undefined);
        }
    });

    it("filters for those who may write alone", async () => {
      await put("/events/by-external-id/crm/a:b", {
        ...EVENT,
        start_date: "1990-01-01",
        end_date: "1990-01-02",
      });
      expect(await idsIn("events", "external_id=crm:a:b")).to.have.length(1);
      expect(await idsIn("events", "external_id=crm:a:b&start_date=2000-01-01")).to.eql([]);
      expect(await idsIn("events", "external_id=crm:a")).to.eql([]);
      const { body } = await put("/categories/by-external-id/crm/1", { name: "Unused" });
      expect(await idsIn("categories", "external_id=crm:1")).to.eql([body.id]);
      expect(await idsIn("categories", "external_id=crm:1&hide_empty=true")).to.eql([]);
      for (const list of ["events", "venues", "organizers", "categories", "tags"]) {
        for (const user of [undefined, "subscriber"]) {
          const sent = user === undefined ? {} : { as: user };
          const answer = await calendar.get(`/${list}?external_id=crm:1`, sent);
          expect(problemsOf(answer), `${list} ${user}`).to.eql([400, "external_id"]);
        }
        for (const wrong of ["crm", "CRM:1", "crm:", ":1", "crm:%09"])
          expect(problemsOf(await calendar.get(`/${list}?external_id=${wrong}`, { as })), wrong).to.eql([
            400,
            "external_id",
          ]);
        expect(await idsIn(list, "external_id=ical:no-such-uid")).to.eql([]);
      }
    });

    it("checks If-Match when it updates, and never matches what is not there", async () => {
      const path = "/venues/by-external-id/crm/1";
      const stale = { headers: { "if-match": '"12-aaaaaaaaaaaaaaaaaaaaaaaaaaa"' } };
      expect(codeOf(await put(path, { venue: "Hall" }, stale))).to.eql([412, "rest_precondition_failed"]);
      const made = await put(path, { venue: "Hall" });
      expect(codeOf(await put(path, { city: "Genoa" }, stale))).to.eql([412, "rest_precondition_failed"]);
      const fresh = { headers: { "if-match": made.headers.etag ?? "" } };
      expect((await put(path, { city: "Genoa" }, fresh)).status).to.equal(200);
    });

    it("stores nothing in a dry run", async () => {
      const before = await calendar.contents();
      const made = await put("/events/by-external-id/crm/1?dry_run=true", EVENT);
      expect([made.status, made.body.id]).to.eql([200, null]);
      expect(await calendar.contents()).to.equal(before);
      const { body } = await put("/events/by-external-id/crm/1", EVENT);
      const again = await put("/events/by-external-id/crm/1?dry_run=true", { title: "Later" });
      expect([again.status, again.body.id, again.body.title]).to.eql([200, body.id, "Later"]);
      expect((await calendar.get(`/events/${body.id}`)).body.title).to.equal("Jazz");
    });

    it("works in batches, also in atomic ones that see their own records", async () => {
      const path = "/events/by-external-id/crm/1";
      for (const [atomic, statuses] of [
        [true, [201, 200]],
        [false, [200, 200]],
      ] as const) {
        const requests = [
          { method: "PUT", path, body: EVENT },
          { method: "PUT", path, body: { title: `Batch ${atomic}` } },
        ];
        const { body } = await calendar.post("/batch", { as, json: { atomic, requests } });
        expect(body.responses.map(({ status }: TestResponse) => status)).to.eql(statuses);
      }
      const key = { headers: { "idempotency-key": "one" } };
      const requests = [{ method: "PUT", path: "/tags/by-external-id/crm/1", body: { name: "Late" } }];
      const first = await calendar.post("/batch", { as, json: { requests }, ...key });
      const second = await calendar.post("/batch", { as, json: { requests }, ...key });
      expect([first, second].map(({ body }) => body.responses[0].status)).to.eql([201, 201]);
    });

    it("belong to a series and not to its dates, nor to what is split off", async () => {
      const path = "/events/by-external-id/crm/1";
      const series = await put(path, { ...EVENT, recurrence: { rules: ["FREQ=DAILY;COUNT=4"] } });
      const date = `/events/${series.body.id}/occurrences/2031-05-02T10:00:00`;
      expect(await edited(date)).not.to.have.property("external_ids");
      const refused = await put(date, { external_ids: [CRM] });
      expect(problemsOf(refused)).to.eql([400, "external_ids"]);
      expect((await put(date, { title: "One" })).status).to.equal(200);
      const split = await put(date, { title: "Rest", scope: "following" });
      expect(split.status, split.text).to.equal(200);
      expect(split.body.series?.id).not.to.equal(series.body.id);
      expect((await put(path, { title: "First" })).body.id).to.equal(series.body.id);
      expect(await idsIn("events", "external_id=crm:1")).to.eql([series.body.id]);
    });

    it("are reachable by programs and in process", async () => {
      const program = calendar.program(as);
      const venue = await program.venues.putByExternalId({ source: "crm", id: "a/b c" }, { venue: "Hall" });
      const again = await program.venues.putByExternalId({ source: "crm", id: "a/b c" }, { city: "Genoa" });
      expect([again.id, again.city]).to.eql([venue.id, "Genoa"]);
      const { venues } = calendar.calendar.as({ id: calendar.users.get(as) ?? 0, roles: [as] });
      const direct = await venues.putByExternalId({ source: "crm", id: "a/b c" }, { city: "Rome" });
      expect([direct.venue.id, direct.isNew, direct.venue.externalIds]).to.eql([
        venue.id,
        false,
        [{ source: "crm", id: "a/b c" }],
      ]);
      const made = await venues.putByExternalId({ source: "crm", id: "2" }, { venue: "Hall" });
      expect([made.isNew, made.venue.id === venue.id]).to.eql([true, false]);
    });
  });

  describe(`public external ids on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store, { externalIds: "public", requireIfMatch: true });
    });
    after(() => calendar.close());

    it("are shown to all and searched by all", async () => {
      const made = await calendar.send("PUT", "/events/by-external-id/crm/4711", { as, json: EVENT });
      expect(made.body.external_ids).to.eql([CRM]);
      for (const path of ["/events?external_id=crm:4711", "/events?start_date=2031-04-01"])
        expect((await calendar.get(path)).body.events[0].external_ids, path).to.eql([CRM]);
      expect((await calendar.get(`/events/${made.body.id}`)).body.external_ids).to.eql([CRM]);
    });

    it("need If-Match for an update where the calendar requires it", async () => {
      const path = "/tags/by-external-id/crm/1";
      const made = await calendar.send("PUT", path, { as, json: { name: "Late" } });
      expect(made.status).to.equal(201);
      const without = await calendar.send("PUT", path, { as, json: { description: "X" } });
      expect(codeOf(without)).to.eql([428, "rest_precondition_required"]);
      const headers = { "if-match": made.headers.etag ?? "" };
      expect((await calendar.send("PUT", path, { as, json: { description: "X" }, headers })).status).to.equal(
        200,
      );
    });
  });
}
