import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { asCaller, CALLERS, type Candidate, createSite, rightsOf, type Site } from "./candidates.ts";

for (const store of firstStore) {
  describe(`merges need rights on the target and on each source, on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let site: Site;

    before(async () => {
      calendar = await startCalendar(store);
      site = await createSite(calendar, { few: true });
    });
    after(() => calendar.close());

    const isTrash = ({ state }: Candidate): boolean => state.startsWith("trash");

    it("whatever the records are", async () => {
      const before = await calendar.contents();
      const candidates = site.candidates.filter((candidate) => candidate.kind === "venues");
      const wrong: string[] = [];
      for (const caller of CALLERS) {
        const pairs = candidates.flatMap((target) =>
          candidates.filter((source) => source !== target).map((source) => [target, source] as const),
        );
        for (const [target, source] of pairs) {
          const { status } = await calendar.post(`/venues/${target.id}/merge`, {
            ...asCaller(caller),
            json: { from: [source.id], dry_run: true },
          });
          const [onTarget, onSource] = [rightsOf(caller, target), rightsOf(caller, source)];
          const isAllowed = onTarget.edit && onSource.delete;
          // A target in the trash is a 400, and so is a source that the caller may not read.
          const expected = isAllowed ? (isTrash(target) ? [400] : [200]) : [400, 401, 403];
          if (!expected.includes(status))
            wrong.push(`${caller}: ${source.state} of ${source.owner} into ${target.state}: ${status}`);
        }
      }
      expect(wrong).to.deep.equal([]);
      expect(await calendar.contents()).to.equal(before);
    });
  });
}
