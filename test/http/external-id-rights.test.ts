import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Sent, TestResponse } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

const CRM = { source: "crm", id: "4711" };
const as = "administrator";

const codeOf = ({ status, body }: TestResponse): readonly unknown[] => [status, body?.code];
const problemsOf = ({ status, body }: TestResponse): readonly unknown[] => [
  status,
  ...Object.keys(body.data?.params ?? {}),
];

for (const store of stores) {
  describe(`who sees external ids on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store, { changes: true });
    });
    afterEach(() => calendar.close());

    const put = (path: string, json: object, sent: Sent = {}): Promise<TestResponse> =>
      calendar.send("PUT", path, { as, json, ...sent });
    const idsIn = async (list: string, query: string, user = as): Promise<readonly number[]> => {
      const { status, body, text } = await calendar.get(`/${list}?${query}`, { as: user });
      expect(status, text).to.equal(200);
      return body[list].map(({ id }: { readonly id: number }) => id);
    };

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

    // The client of the tests also checks that the error is documented.
    it("names the members that a new record needs", async () => {
      const { status, body } = await put("/events/by-external-id/crm/none", { title: "Jazz" });
      expect([status, body.code, body.data.params]).to.eql([
        ...[400, "rest_missing_callback_param"],
        ["start_date", "end_date"],
      ]);
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
