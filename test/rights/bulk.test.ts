import { expect } from "chai";
import type { Body } from "../http/client.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { asCaller, CALLERS, type Candidate, createSite, rightsOf, type Site } from "./candidates.ts";
import { has, type Right } from "./rights-table.ts";

const isTrash = ({ state }: Candidate): boolean => state.startsWith("trash:");
const isOutOfTrash = (candidate: Candidate): boolean => !isTrash(candidate);
const always = (): boolean => true;

interface Action {
  readonly right: Right;
  readonly values?: object;
  /** True for records on which the action is possible. */
  readonly isPossible: (candidate: Candidate) => boolean;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  publish: { right: "edit", isPossible: always },
  draft: { right: "edit", isPossible: always },
  trash: { right: "delete", isPossible: isOutOfTrash },
  restore: { right: "edit", isPossible: isTrash },
  categories: { right: "edit", values: { remove: [] }, isPossible: always },
  tags: { right: "edit", values: { add: [] }, isPossible: always },
  venue: { right: "edit", values: { venue: null }, isPossible: always },
  cancel: { right: "edit", isPossible: always },
  duplicate: { right: "edit", isPossible: isOutOfTrash },
  shift: { right: "edit", values: { days: 1 }, isPossible: always },
};

for (const store of firstStore) {
  describe(`bulk requests need the right on each record, on ${store.name}`, function () {
    this.timeout(120_000);
    let calendar: StartedCalendar;
    let site: Site;

    before(async () => {
      calendar = await startCalendar(store);
      site = await createSite(calendar, { few: true });
    });
    after(() => calendar.close());

    const events = (): readonly Candidate[] =>
      site.candidates.filter(({ kind }) => kind === "events" || kind === "series");

    for (const [action, { right, values, isPossible }] of Object.entries(ACTIONS))
      it(`for ${action}`, async () => {
        const before = await calendar.contents();
        const candidates = events();
        const ids = candidates.map(({ id }) => id);
        const wrong: string[] = [];
        for (const caller of CALLERS) {
          const json = { ids, action, values, dry_run: true };
          const { status, body } = await calendar.post("/events/bulk", { ...asCaller(caller), json });
          const refused = caller === "anonymous" ? 401 : 403;
          expect(status, caller).to.equal(has(caller, right) ? 200 : refused);
          for (const [index, candidate] of candidates.entries()) {
            const result = body.results?.[index];
            if (result === undefined) continue;
            const isAllowed = rightsOf(caller, candidate)[right];
            // The error may describe the record only to callers with the right.
            const expected = isAllowed ? (isPossible(candidate) ? [200] : [400, 410]) : [refused];
            const code = isAllowed ? undefined : "rest_forbidden";
            const isCode = code === undefined || result.error?.code === code;
            if (!expected.includes(result.status) || !isCode)
              wrong.push(`${caller}: ${candidate.state} of ${candidate.owner}: ${JSON.stringify(result)}`);
          }
        }
        expect(wrong).to.deep.equal([]);
        expect(await calendar.contents()).to.equal(before);
      });

    it("for a filter, which selects what the list shows to the caller", async () => {
      for (const caller of CALLERS) {
        for (const status of ["publish", "draft,private", "pending,future", "trash"]) {
          const query = `status=${status}&start_date=2031-01-01&per_page=100`;
          const list = await calendar.get(`/events?${query}`, asCaller(caller));
          const filter = { status, start_date: "2031-01-01" };
          const json = { filter, expected: list.body.total ?? 0, action: "cancel", dry_run: true };
          const { status: answered, body } = await calendar.post("/events/bulk", {
            ...asCaller(caller),
            json,
          });
          if (!has(caller, "edit")) expect([401, 403, 400], caller).to.include(answered);
          else
            expect(body.results.map(({ id }: Body) => id)).to.deep.equal(
              list.body.events.map(({ id }: Body) => id),
            );
        }
      }
    });

    it("for the number of matches, which the error reveals only of listed events", async () => {
      const filter = { status: "draft" };
      const json = { filter, expected: 10_000, action: "cancel" };
      const { body: list } = await calendar.get("/events?status=draft", { as: "contributor" });
      const { status, body } = await calendar.post("/events/bulk", { as: "contributor", json });
      expect([status, body.data.total]).to.deep.equal([409, list.total]);
    });
  });
}
