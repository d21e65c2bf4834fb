import { type CalendarEvent, type ImportedList, importedRecords } from "@kalends/core";
import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import { createHtmlCleaner } from "@kalends/html";
import {
  createImportReport,
  type FoundRecord,
  openAuthors,
  type ReportEntry,
  runImport,
  type Source,
  withSeries,
} from "@kalends/import";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { foundEvent, sourceOf } from "../unit/import/found-events.ts";

const SITE = { dayCutoff: "00:00", recurrenceHorizon: 60 };
const NOW = Date.UTC(2031, 0, 1);
const TUESDAYS = ["2031-05-06", "2031-05-13", "2031-05-20", "2031-05-27", "2031-06-03"];

const tuesdays = (): FoundRecord[] => TUESDAYS.map((date, at) => foundEvent(at + 101, date));

interface Imported {
  readonly entries: readonly ReportEntry[];
  readonly outcomes: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
}

const importOf = async (store: StoreWithAccounts, source: Source, find = true): Promise<Imported> => {
  const entries: ReportEntry[] = [];
  const lines: string[] = [];
  const report = createImportReport({
    warn: (line) => lines.push(line),
    onEntry: (entry) => void entries.push(entry),
  });
  const deps = {
    ...{
      store,
      htmlCleaner: createHtmlCleaner(),
      clock: { now: () => NOW },
      site: { ...SITE, timezone: "UTC" },
    },
    authors: await openAuthors({ store, dryRun: false, accounts: undefined, note: () => undefined }),
    statuses: ["publish", "future", "draft", "pending", "private", "trash"],
  };
  await runImport(withSeries(source, { store, find }), deps, {}, report);
  const outcomes: Record<string, number> = {};
  for (const { list, outcome } of entries)
    if (list === "events") outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return { entries, outcomes, lines };
};

const oursOf = async (store: Store, list: ImportedList, identity: string): Promise<number | undefined> =>
  (await importedRecords(store.documents).find(list, identity))?.id;

const find = async (store: Store, sourceId: number): Promise<CalendarEvent> => {
  const id = await oursOf(store, "events", `old.example?id=${sourceId}`);
  const event = id === undefined ? undefined : await store.events.find(id);
  return event ?? expect.fail(`${sourceId} is not here`);
};

for (const { name, open } of stores) {
  describe(`series of imports, on ${name}`, function () {
    this.timeout(60_000);
    let store: StoreWithAccounts;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it("makes one series of its occurrences, which keep their ids and what differs", async () => {
      const dates = [...TUESDAYS, "2031-06-10", "2031-06-17", "2031-06-20"];
      const events = dates.map((date, at) =>
        foundEvent(at + 101, date, { slug: "quay-concert", ...(at === 1 && { title: "With guests" }) }),
      );
      const source = sourceOf(events);
      const { outcomes, lines } = await importOf(store, source);
      expect(outcomes, lines.join()).to.deep.equal({ added: 8 });
      expect(lines).to.deep.equal(["some events are occurrences of one series"]);
      const [first, guests, single] = [
        await find(store, 101),
        await find(store, 102),
        await find(store, 108),
      ];
      expect([first.id, guests.id, single.id]).to.deep.equal([101, 102, 108]);
      expect(single.occurrence).to.equal(undefined);
      const series = await store.events.find(first.occurrence?.seriesId ?? 0);
      expect(series?.id).to.be.above(108);
      expect(series?.recurrence).to.deep.equal({
        rules: ["FREQ=WEEKLY;UNTIL=20310617T235959;BYDAY=TU"],
        dates: [],
        except: [],
      });
      expect(first.occurrence?.changes).to.deep.equal({});
      expect(guests.occurrence?.changes).to.deep.equal({ title: "With guests" });
      expect(await store.events.occurrencesOf(series?.id ?? 0, "0000-00-00 00:00:00", 50)).to.have.length(7);
      // rules/external-ids.md#ids-of-imports
      expect([series?.externalIds, first.externalIds]).to.deep.equal([undefined, undefined]);
      expect(single.externalIds).to.deep.equal([{ source: "import", id: "old.example:108" }]);
    });

    it("changes nothing the second time, and only what has changed the third", async () => {
      await importOf(store, sourceOf(tuesdays()));
      expect((await importOf(store, sourceOf(tuesdays()))).outcomes).to.deep.equal({ unchanged: 5 });
      const changed = tuesdays();
      changed[2] = foundEvent(103, "2031-05-20", { description: "<p>With an encore.</p>", time: "20:00:00" });
      expect((await importOf(store, sourceOf(changed))).outcomes).to.deep.equal({ unchanged: 4, updated: 1 });
      const moved = await find(store, 103);
      expect(moved).to.include({ description: "<p>With an encore.</p>" });
      expect(moved.occurrence).to.deep.include({ isMoved: true, recurrenceId: "2031-05-20 19:00:00" });
      expect(moved.schedule.start).to.equal("2031-05-20 20:00:00");
      expect((await importOf(store, sourceOf(changed))).outcomes).to.deep.equal({ unchanged: 5 });
      expect((await importOf(store, sourceOf(tuesdays()))).outcomes).to.deep.equal({
        unchanged: 4,
        updated: 1,
      });
      expect((await find(store, 103)).occurrence).to.not.have.property("isMoved");
    });

    it("takes over series of servers of its own with their rules", async () => {
      const rules = ["FREQ=WEEKLY;BYDAY=TU;COUNT=8"];
      const series = foundEvent(40, "2031-05-06", { slug: "quay-concert", recurrence: { rules } });
      const events = TUESDAYS.map((date, at) =>
        foundEvent(at + 101, date, {
          recurrence: { rules, series_id: 40, recurrence_id: `${date} 19:00:00` },
          ...(at === 2 && { title: "Guests" }),
        }),
      );
      const source = { ...sourceOf(events), find: async () => series };
      const { outcomes, lines } = await importOf(store, source, false);
      expect(outcomes, lines.join()).to.deep.equal({ added: 5 });
      const first = await find(store, 101);
      expect(first.occurrence?.seriesId).to.equal(40);
      const held = await store.events.findByExternalId({ source: "import", id: "old.example:40" });
      expect(held?.id).to.equal(40);
      expect((await find(store, 103)).occurrence?.changes).to.deep.equal({ title: "Guests" });
      expect((await store.events.find(40))?.recurrence?.rules).to.deep.equal(rules.map(sorted));
      expect((await importOf(store, source, false)).outcomes).to.deep.equal({ unchanged: 5 });
    });

    // The following tests do not depend on the storage.
    if (name !== stores[0]?.name) return;

    it("adds new occurrences to the series that is here, and takes none away", async () => {
      await importOf(store, sourceOf(tuesdays()));
      const longer = [...tuesdays().slice(1), foundEvent(106, "2031-06-10"), foundEvent(107, "2031-06-17")];
      expect((await importOf(store, sourceOf(longer))).outcomes).to.deep.equal({ unchanged: 4, added: 2 });
      const [first, last] = [await find(store, 101), await find(store, 107)];
      expect(last.occurrence?.seriesId).to.equal(first.occurrence?.seriesId);
      expect(first.status).to.equal("publish");
      expect((await importOf(store, sourceOf(longer))).outcomes).to.deep.equal({ unchanged: 6 });
    });

    it("leaves an occurrence that was changed here, and reports a conflict", async () => {
      await importOf(store, sourceOf(tuesdays()));
      const ours = await find(store, 102);
      const { occurrence } = ours;
      if (occurrence === undefined) return expect.fail("no occurrence");
      const own = { ...ours, title: "Ours", occurrence: { ...occurrence, changes: { title: "Ours" } } };
      await store.events.save(own);
      expect((await importOf(store, sourceOf(tuesdays()))).outcomes).to.deep.equal({ unchanged: 5 });
      const changed = tuesdays();
      changed[1] = foundEvent(102, "2031-05-13", { description: "<p>Theirs</p>" });
      expect((await importOf(store, sourceOf(changed))).outcomes).to.deep.equal({
        unchanged: 4,
        conflict: 1,
      });
      expect(await find(store, 102)).to.include({ title: "Ours", description: "" });
    });

    it("leaves single what came as single events", async () => {
      await importOf(store, sourceOf(tuesdays()), false);
      expect((await importOf(store, sourceOf(tuesdays()))).outcomes).to.deep.equal({ unchanged: 5 });
      expect((await find(store, 101)).occurrence).to.equal(undefined);
    });
  });
}

/** Orders the parts of the rule in the way the calendar writes them. */
const sorted = (rule: string): string =>
  rule.replace("FREQ=WEEKLY;BYDAY=TU;COUNT=8", "FREQ=WEEKLY;COUNT=8;BYDAY=TU");
