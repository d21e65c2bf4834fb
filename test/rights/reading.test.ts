import { expect } from "chai";
import { aPicture } from "../http/pictures.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import { CALLERS, createSite, marksIn, rightsOf, type Site } from "./candidates.ts";
import { READING_DOORS } from "./reading-doors.ts";

/**
 * True if one request reads all records. The way `id` is included, although it reads each record separately.
 */
const isQuick = ({ isSingle, name }: (typeof READING_DOORS)[number]): boolean =>
  isSingle !== true || name === "id";

for (const store of stores) {
  describe(`what callers read is what the table of rights says, on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let site: Site;

    before(async () => {
      calendar = await startCalendar(store, { changes: true });
      site = await createSite(calendar, { few: store !== stores[0], picture: await aPicture() });
    });
    after(() => calendar.close());

    for (const door of store === stores[0] ? READING_DOORS : READING_DOORS.filter(isQuick)) {
      it(`by ${door.name}`, async () => {
        const wrong: string[] = [];
        for (const caller of CALLERS) {
          const asked = site.candidates.filter(
            ({ kind, owner }) =>
              door.kinds.includes(kind) && (door.isSingle !== true || owner === caller || owner === "other"),
          );
          const shown = marksIn(await door.open(calendar, { ...site, candidates: asked }, caller));
          for (const candidate of asked) {
            const { mark, kind, owner, state } = candidate;
            const mayRead = rightsOf(caller, candidate).read;
            const isShown = mayRead && (door.shows?.(candidate, caller) ?? true);
            if (shown.has(mark) !== isShown)
              wrong.push(`${caller} ${isShown ? "misses" : "sees"} ${kind}: ${state} of ${owner}`);
          }
        }
        expect(wrong).to.deep.equal([]);
      });
    }
  });
}
