import type { Plugin } from "@kalends/core/plugin";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { asCaller, CALLERS, type Candidate, createSite, marksIn, rightsOf, type Site } from "./candidates.ts";

/** Plugin whose previews show everything that it gets. */
const ALL: Plugin = {
  name: "all",
  setup: () => ({
    previews: [{ handle: (preview) => ({ type: "text/plain", text: JSON.stringify(preview) }) }],
  }),
};

for (const store of firstStore) {
  describe(`previews need the right to edit the event, on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let site: Site;
    let events: readonly Candidate[];

    before(async () => {
      calendar = await startCalendar(store, { plugins: [ALL] });
      site = await createSite(calendar, { few: true });
      events = site.candidates.filter(({ kind }) => kind === "events" || kind === "series");
    });
    after(() => calendar.close());

    const denied = (caller: string): number => (caller === "anonymous" ? 401 : 403);

    // rules/preview.md#preview
    it("whatever the event is, with and without unsaved members", async () => {
      const wrong: string[] = [];
      for (const caller of CALLERS)
        for (const candidate of events)
          for (const json of [{}, { title: "Unsaved" }, { days: 1 }]) {
            const path = `/events/${candidate.id}/preview`;
            const { status, body } = await calendar.post(path, { ...asCaller(caller), json });
            const { edit } = rightsOf(caller, candidate);
            const isTrash = candidate.state.startsWith("trash");
            const expected = edit ? (isTrash ? 403 : 201) : denied(caller);
            if (status !== expected)
              wrong.push(`${caller}: ${candidate.state} of ${candidate.owner}: ${status}`);
            if (edit && isTrash) expect(body.code).to.equal("event-no-longer-available");
          }
      expect(wrong).to.deep.equal([]);
    });

    // rules/preview.md#links-to-share
    it("and so do the list and the revocation of links", async () => {
      const wrong: string[] = [];
      for (const candidate of events) {
        if (candidate.state.startsWith("trash")) continue;
        const path = `/events/${candidate.id}/preview`;
        const { body } = await calendar.post(path, { as: "administrator", json: { days: 2 } });
        for (const caller of [...CALLERS].reverse()) {
          const { edit } = rightsOf(caller, candidate);
          const listed = await calendar.get(`${path}s`, asCaller(caller));
          const isListed = listed.text.includes(body.id);
          const removed = await calendar.send("DELETE", `${path}s/${body.id}`, asCaller(caller));
          if (listed.status !== (edit ? 200 : denied(caller)))
            wrong.push(`${caller} lists: ${listed.status}`);
          if (!edit && isListed) wrong.push(`${caller} sees a link of ${candidate.state}`);
          expect(listed.text).to.not.include(body.url.slice(-45, -1));
          if (!(edit ? [200, 404] : [denied(caller)]).includes(removed.status))
            wrong.push(`${caller} revokes: ${removed.status}`);
        }
      }
      expect(wrong).to.deep.equal([]);
    });

    // rules/preview.md#preview-page
    it("show the record alone", async () => {
      for (const candidate of events) {
        if (candidate.state.startsWith("trash")) continue;
        const path = `/events/${candidate.id}/preview`;
        const { body } = await calendar.post(path, { as: "administrator", json: {} });
        const { status, text } = await calendar.get(`/${new URL(body.url).pathname}`);
        expect(status, text).to.equal(200);
        expect([...marksIn(text)]).to.deep.equal([candidate.mark]);
      }
    });

    it("show no venue and no organizer that visitors cannot see", async () => {
      const hidden = site.candidates.filter(
        ({ kind, state }) => (kind === "venues" || kind === "organizers") && state !== "publish",
      );
      const [event] = events.filter(({ state }) => state === "draft");
      for (const { kind, id, mark } of hidden) {
        const json = { [kind.slice(0, -1)]: id };
        const path = `/events/${event?.id}/preview`;
        const { body, status } = await calendar.post(path, { as: "administrator", json });
        if (status !== 201) continue;
        const { text } = await calendar.get(`/${new URL(body.url).pathname}`);
        expect(text).to.not.include(mark);
      }
    });

    it("have no address without a plugin that renders them", async () => {
      const other = await startCalendar(store);
      try {
        for (const [method, path] of [
          ["POST", "/events/1/preview"],
          ["GET", "/events/1/previews"],
          ["DELETE", "/events/1/previews/0123456789abcdef"],
        ] as const) {
          const { status, body } = await other.send(method, path, { as: "administrator" });
          expect([status, body.code], path).to.deep.equal([404, "rest_no_route"]);
        }
      } finally {
        await other.close();
      }
    });
  });
}
