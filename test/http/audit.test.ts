import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Body, Sent } from "./client.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const EDITOR = { as: "editor" } as const;
const ADMIN = { as: "administrator" } as const;

for (const store of stores) {
  describe(`/audit on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store, { audit: true });
    });
    afterEach(() => calendar.close());

    const ask = async (query = "", sent: Sent = ADMIN): Promise<Body> => {
      const { status, text, body } = await calendar.get(`/audit${query}`, sent);
      expect(status, text).to.equal(200);
      return body;
    };
    const entries = async (query = ""): Promise<readonly Body[]> => (await ask(query)).entries;
    const create = async (path: string, json: object, sent: Sent = EDITOR): Promise<number> => {
      const { status, text, body } = await calendar.post(path, { ...sent, json });
      expect(status, text).to.equal(201);
      return body.id;
    };
    const change = async (path: string, json: object): Promise<void> => {
      const { status, text } = await calendar.send("PATCH", path, { ...EDITOR, json });
      expect(status, text).to.equal(200);
    };

    it("tells administrators who has written what, with the former values, the newest first", async () => {
      const id = await create("/events", { ...EVENT, venue: { venue: "Pier" } });
      await change(`/events/${id}`, {
        title: "More jazz",
        tags: ["loud"],
        description: "<p>In the hall.</p>",
      });
      await calendar.send("DELETE", `/events/${id}`, EDITOR);
      const written = await entries();
      expect(written.map(({ kind, action }) => `${kind} ${action}`)).to.have.members([
        ...["event trashed", "event updated", "tag created", "event created", "venue created"],
      ]);
      const [trashed, updated] = await entries(`?record=event/${id}`);
      expect(trashed.changes).to.deep.include({ member: "status", from: "publish", to: "trash" });
      const { id: _id, request_id: requestId, changes, ...rest } = updated;
      expect(rest).to.deep.equal({
        ...{ time: new Date(NOW).toISOString(), kind: "event", record: id, action: "updated" },
        ...{ user: calendar.users.get("editor"), user_name: "editor" },
      });
      expect(requestId).to.be.a("string").and.not.to.equal("");
      const tag = written.find(({ kind }) => kind === "tag")?.record;
      expect(changes).to.have.deep.members([
        { member: "description", from: "", to: "<p>In the hall.</p>" },
        { member: "title", from: "Jazz", to: "More jazz" },
        { member: "tags", from: [], to: [tag] },
      ]);
    });

    it("names what a deleted term was, what a publication and a return from the trash are", async () => {
      const id = await create("/categories", { name: "Music", description: "Loud." });
      await calendar.send("DELETE", `/categories/${id}`, EDITOR);
      const [deleted, created] = await entries(`?record=category/${id}`);
      expect(deleted.action).to.equal("deleted");
      expect(deleted.changes).to.deep.include.members([
        { member: "name", from: "Music" },
        { member: "description", from: "Loud." },
      ]);
      expect(created).to.deep.include({ action: "created", changes: [] });
      const event = await create("/events", { ...EVENT, status: "draft" });
      await change(`/events/${event}`, { status: "publish" });
      await calendar.send("DELETE", `/events/${event}`, EDITOR);
      await change(`/events/${event}`, { status: "publish" });
      expect((await entries(`?record=event/${event}`)).map(({ action }) => action)).to.deep.equal([
        ...["restored", "trashed", "published", "created"],
      ]);
    });

    it("has what was done to single occurrences, beside their series", async () => {
      const id = await create("/events", { ...EVENT, recurrence: { rules: ["FREQ=DAILY;COUNT=4"] } });
      const { body } = await calendar.get(`/events/${id}/occurrences?start_date=2031-05-01`);
      const [first, second] = body.events.map((event: Body) => event.id);
      await change(`/events/${first}`, { title: "Only once" });
      await calendar.send("DELETE", `/events/${second}`, EDITOR);
      await change(`/events/${id}`, { title: "All", start_date: "2031-05-01 09:00:00" });
      const [changed, ...none] = await entries(`?record=event/${first}`);
      expect(changed).to.deep.include({ series: id, action: "updated", user_name: "editor" });
      expect([changed.changes, none]).to.deep.equal([
        ...[[{ member: "title", from: "Jazz", to: "Only once" }], []],
      ]);
      const [trashed, ...others] = await entries(`?record=event/${second}`);
      expect([trashed.action, trashed.series, others]).to.deep.equal(["trashed", id, []]);
      const ofSeries = await entries(`?record=event/${id}`);
      expect(ofSeries[0]?.changes).to.deep.include.members([
        { member: "title", from: "Jazz", to: "All" },
        { member: "start_date", from: "2031-05-01 10:00:00", to: "2031-05-01 09:00:00" },
      ]);
    });

    it("keeps the beginning of what is long", async () => {
      const id = await create("/venues", { venue: "Pier", description: `<p>${"é".repeat(2_000)}</p>` });
      await change(`/venues/${id}`, { venue: "Quay", description: "Short." });
      const [{ changes }] = await entries(`?record=venue/${id}&action=updated`);
      expect(changes).to.deep.include({ member: "venue", from: "Pier", to: "Quay" });
      expect(changes).to.deep.include({
        ...{ member: "description", from: `<p>${"é".repeat(997)}`, to: "Short.", cut: true },
      });
    });

    it("has nothing of what is refused or rehearsed", async () => {
      const id = await create("/events", EVENT);
      for (const [method, path, json] of [
        ["POST", "/events", { ...EVENT, end_date: "never" }],
        ["POST", "/events?dry_run=true", EVENT],
        ["PATCH", `/events/${id}`, { title: "" }],
        ["DELETE", "/events/999", {}],
      ] as const)
        await calendar.send(method, path, { ...EDITOR, json });
      await calendar.send("PATCH", `/events/${id}`, { as: "contributor", json: { title: "Mine" } });
      expect((await entries()).map(({ action }) => action)).to.deep.equal(["created"]);
    });

    it("leads through all entries, by conditions and page by page", async () => {
      const ids: number[] = [];
      for (let n = 0; n < 7; n += 1)
        ids.push(await create("/venues", { venue: `Venue ${n}` }, n % 2 === 0 ? EDITOR : ADMIN));
      const found: number[] = [];
      for (let query = "?per_page=2", more = true; more; ) {
        const page = await ask(query);
        expect(page.entries.length).to.be.within(1, 2);
        found.push(...page.entries.map(({ record }: Body) => record));
        more = page.has_more;
        expect(page.next_cursor === undefined).to.equal(!more);
        query = `?per_page=2&cursor=${page.next_cursor}`;
      }
      expect(found).to.deep.equal(ids.toReversed());
      const editor = calendar.users.get("editor");
      expect(await entries(`?user=${editor}`)).to.have.length(4);
      expect(await entries(`?user=${editor}&record=venue/${ids[0]}`)).to.have.length(1);
      expect(await entries(`?user=${editor}&record=event/${ids[0]}`)).to.have.length(0);
      expect(await entries("?action=deleted")).to.have.length(0);
      // The site has the time zone of New York.
      expect(await entries("?since=2031-03-10%2010:30:00&until=2031-03-10%2010:31:00")).to.have.length(7);
      expect(await entries("?since=2031-03-10%2010:30:01")).to.have.length(0);
      expect(await entries("?until=2031-03-10T14:30:00Z")).to.have.length(0);
    });

    it("refuses what cannot be meant, naming the parameter", async () => {
      for (const [query, name] of [
        ["record=series/1", "record"],
        ["record=0", "record"],
        ["record[]=1", "record"],
        ["user=-1", "user"],
        ["action=read", "action"],
        ["since=when", "since"],
        ["until[a]=2031-01-01", "until"],
        ["cursor=1", "cursor"],
        ["per_page=0", "per_page"],
      ] as const) {
        const { status, body } = await calendar.get(`/audit?${query}`, ADMIN);
        expect([status, body.code, Object.keys(body.data.params)], query).to.deep.equal([
          ...[400, "rest_invalid_param", [name]],
        ]);
      }
    });

    it("is for administrators alone, and kept by no cache", async () => {
      await create("/events", EVENT);
      for (const as of ["editor", "author", "contributor", "subscriber"] as const)
        expect((await calendar.get("/audit", { as })).status, as).to.equal(403);
      const { status, body } = await calendar.get("/audit");
      expect([status, body.code]).to.deep.equal([401, "rest_forbidden"]);
      expect((await calendar.get("/audit", ADMIN)).headers["cache-control"]).to.equal("no-store");
      const posted = await calendar.post("/audit", { ...ADMIN, json: {} });
      expect([posted.status, posted.body.code]).to.deep.equal([404, "rest_no_route"]);
    });

    it("names the request of a batch, and is read in one", async () => {
      for (const atomic of [false, true]) {
        const requests = [
          { method: "POST", path: "/venues", body: { venue: `Pier ${atomic}` } },
          { method: "GET", path: "/audit?per_page=1" },
        ];
        const answer = await calendar.post("/batch", { ...ADMIN, json: { atomic, requests } });
        const [created, read] = answer.body.responses;
        expect(read.status, answer.text).to.equal(200);
        const entry = { record: created.body.id, request_id: answer.headers["x-request-id"] };
        expect(read.body.entries[0]).to.include(entry);
        expect((await entries("?per_page=1"))[0]).to.include(entry);
      }
    });

    it("is described where it is", async () => {
      const namespace = "/tribe/events/v1";
      const { body: index } = await calendar.get("/");
      expect(Object.keys(index.routes)).to.include(`${namespace}/audit`);
      const { paths, components } = (await calendar.get("/doc")).body;
      expect(paths).to.have.property("/audit");
      expect(components.schemas).to.have.property("AuditPage");
    });
  });
}

describe("/audit where it is off", () => {
  it("is no route, and nothing is kept", async () => {
    const calendar = await startCalendar(stores[0] ?? expect.fail("there is no store"));
    try {
      await calendar.post("/events", { ...EDITOR, json: EVENT });
      const { status, body } = await calendar.get("/audit", ADMIN);
      expect([status, body.code]).to.deep.equal([404, "rest_no_route"]);
      // The name of the right is in the document in any case.
      const { text } = await calendar.get("/doc?version=3.0");
      expect(text.replaceAll("read_audit", "")).not.to.match(/audit/i);
      expect(await calendar.store.documents.count({ collection: "kalends/audit", limit: 1 })).to.equal(0);
    } finally {
      await calendar.close();
    }
  });
});
