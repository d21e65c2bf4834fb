import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CalendarEvent, Schedule } from "@kalends/core";
import { createExtendHorizon, reconcileOccurrences, ZONE_DATA_VERSION } from "@kalends/core/interface";
import { type Store, type StoreWithAccounts, toOccurrenceRow } from "@kalends/core/storage";
import { createImportReport } from "@kalends/import";
import { anEvent, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { exportArchive, importArchive } from "kalends/internals";
import { stores } from "../../stores.ts";
import { createMemoryBlobStore } from "../../unit/images/fakes.ts";

const NOW = Date.UTC(2031, 2, 10);
const SITE = { dayCutoff: "00:00", recurrenceHorizon: 24 };
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const SERIES = 10;

for (const { name, open } of stores) {
  describe(`series in archives, on ${name}`, function () {
    this.timeout(60_000);
    const opened: Store[] = [];
    const openStore = async (): Promise<StoreWithAccounts> => {
      const store = await open();
      opened.push(store);
      return store;
    };
    let folder: string;
    let first: Store;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "kalends-"));
      first = await openStore();
      await fill(first);
    });
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
      rmSync(folder, { recursive: true });
    });

    const save = (store: Store, series: CalendarEvent, before?: CalendarEvent): Promise<unknown> =>
      store.transaction(async (unit) => {
        await unit.events.save(series);
        await reconcileOccurrences(unit, { series, before, now: NOW, site: SITE });
      });
    /**
     * Creates an endless series, a series with an end and changed occurrences, and an event that no longer
     * recurs.
     */
    const fill = async (store: Store): Promise<void> => {
      await store.ids.reserve("record", 20);
      await store.venues.save(aVenue({ id: 5 }));
      const toSeries = (id: number, rule: string): CalendarEvent => ({
        ...anEvent({ id, venueId: 5 }),
        recurrence: { rules: [rule], dates: [], except: [] },
      });
      await save(store, toSeries(SERIES, "FREQ=MONTHLY"));
      await save(store, toSeries(11, "FREQ=WEEKLY;COUNT=4"));
      const single: CalendarEvent = { ...anEvent({ id: 12 }), hasRecurred: true };
      const ended = toSeries(12, "FREQ=DAILY;COUNT=3");
      await save(store, ended);
      const [removed] = await store.events.occurrencesOf(12, "", 1);
      if (removed?.occurrence === undefined) throw new Error("No row.");
      const occurrence = { ...removed.occurrence, gone: "trashed" } as const;
      await store.events.save({ ...removed, status: "trash", occurrence });
      await save(store, single, ended);
      const [, second, third] = await store.events.occurrencesOf(11, "", 10);
      if (second?.occurrence === undefined || third?.occurrence === undefined) throw new Error("No rows.");
      const { venueId: _none, ...others } = second;
      await store.events.save({
        ...others,
        title: "Other",
        occurrence: { ...second.occurrence, changes: { title: "Other", venueId: null } },
      });
      await store.events.save({
        ...third,
        status: "trash",
        occurrence: { ...third.occurrence, gone: "trashed" },
      });
    };
    const exportTo = (store: Store, place: string) =>
      exportArchive({
        store,
        accounts: undefined,
        blobStore: createMemoryBlobStore(),
        folder: join(folder, place),
      });
    const importInto = async (store: Store, place: string) => {
      const lines: string[] = [];
      const report = createImportReport({ warn: (line) => void lines.push(line) });
      const target = {
        store,
        accounts: undefined,
        blobStore: createMemoryBlobStore(),
        loadEvents: (_count: number, work: () => Promise<unknown>) => work(),
        seriesLimits: { horizon: "2033-03-10 00:00:00", dayCutoff: "00:00" },
        extendSeries: createExtendHorizon({ store, clock: { now: () => NOW }, site: SITE, logger: SILENT }),
        clean: undefined,
      };
      await importArchive(target, join(folder, place), report);
      return { ...report.counts(), lines };
    };
    const linesOf = (place: string, file: string): readonly string[] =>
      readFileSync(join(folder, place, file), "utf8")
        .trimEnd()
        .split("\n");
    const rowsOf = async (store: Store, id: number) =>
      (await store.events.occurrencesOf(id, "", 200)).map(toOccurrenceRow);

    it("come out and in as they were, with all ids, and once", async () => {
      const value = { version: ZONE_DATA_VERSION };
      await first.documents.save({ collection: "kalends/zones", key: "data", value });
      await exportTo(first, "first");
      const second = await openStore();
      const { failed, added, lines } = await importInto(second, "first");
      expect([failed, lines]).to.deep.equal([0, []]);
      expect(added.occurrences).to.be.above(30);
      await exportTo(second, "second");
      for (const file of ["archive.json", "events.jsonl", "occurrences.jsonl"])
        expect(linesOf("second", file)).to.deep.equal(linesOf("first", file));
      for (const id of [SERIES, 11, 12])
        expect(await rowsOf(second, id)).to.deep.equal(await rowsOf(first, id));
      expect((await rowsOf(second, 12)).map(({ occurrence }) => occurrence.gone)).to.deep.equal([
        "trashed",
        "unwanted",
        "unwanted",
      ]);
      const again = await importInto(second, "first");
      expect([again.failed, again.added]).to.deep.equal([0, {}]);
      expect(again.unchanged.occurrences).to.equal(added.occurrences);
    });

    it("go on from there, whatever the archive says of it", async () => {
      await exportTo(first, "first");
      const file = join(folder, "first", "occurrences.jsonl");
      const lines = linesOf("first", "occurrences.jsonl");
      const kept = lines.filter((_, index) => index % 2 === 0);
      writeFileSync(file, kept.join("\n"));
      const second = await openStore();
      expect((await importInto(second, "first")).failed).to.equal(0);
      const [before, after] = [await rowsOf(first, SERIES), await rowsOf(second, SERIES)];
      const startsOf = (rows: typeof before) => rows.map(({ occurrence }) => occurrence.recurrenceId);
      expect(startsOf(after)).to.deep.equal(startsOf(before));
      const idOf = new Map(after.map(({ id, occurrence }) => [occurrence.recurrenceId, id]));
      for (const { id, occurrence } of kept.map((line) => JSON.parse(line)))
        if (occurrence.seriesId === SERIES) expect(idOf.get(occurrence.recurrenceId)).to.equal(id);
    });

    it("have their first start among their dates where no rule gives it", async () => {
      await exportTo(first, "first");
      const file = join(folder, "first", "events.jsonl");
      const lines = linesOf("first", "events.jsonl").map((line) => JSON.parse(line));
      const { schedule } = lines[0];
      const recurrence = { rules: ["FREQ=YEARLY;COUNT=2;BYMONTHDAY=29;BYMONTH=2"], dates: [], except: [] };
      const unfitting = { ...lines[0], id: 800, slug: "unfitting", recurrence };
      writeFileSync(file, [...lines, unfitting].map((line) => JSON.stringify(line)).join("\n"));
      const second = await openStore();
      expect((await importInto(second, "first")).lines).to.deep.equal([]);
      expect((await second.events.find(800))?.recurrence?.dates).to.deep.equal([schedule.start]);
      expect((await rowsOf(second, 800))[0]?.occurrence.recurrenceId).to.equal(schedule.start);
      const again = await importInto(second, "first");
      expect([again.failed, again.added]).to.deep.equal([0, {}]);
    });

    it("are refused line by line where they are none", async () => {
      await exportTo(first, "first");
      const [row = ""] = linesOf("first", "occurrences.jsonl");
      const change = (members: object, occurrence: object): string => {
        const parsed = JSON.parse(row);
        return JSON.stringify({ ...parsed, ...members, occurrence: { ...parsed.occurrence, ...occurrence } });
      };
      const own = JSON.parse(row);
      writeFileSync(
        join(folder, "first", "occurrences.jsonl"),
        [
          change({ id: 901 }, { seriesId: 900 }),
          change({ id: 902 }, { seriesId: 5 }),
          change({ id: 903 }, { recurrenceId: "some day" }),
          change({ id: 904 }, { changes: { title: null } }),
          change({ id: 905 }, { changes: { extensions: { sample: 1 } } }),
          change({ id: 5 }, {}),
          row,
          change({ id: 906 }, {}),
          change({ id: 907 }, { seriesId: 12, recurrenceId: "2031-12-01 00:00:00" }),
          change({ id: 908 }, { seriesId: own.id }),
        ].join("\n"),
      );
      const events = linesOf("first", "events.jsonl").map((line) => JSON.parse(line));
      const [series] = events;
      const recurring = (id: number, recurrence: unknown) => ({ ...series, id, slug: `s-${id}`, recurrence });
      const of = (...rules: unknown[]) => ({ rules, dates: [], except: [] });
      writeFileSync(
        join(folder, "first", "events.jsonl"),
        [
          ...events,
          recurring(800, of("FREQ=SOMETIMES")),
          recurring(801, of("FREQ=MINUTELY")),
          recurring(802, of(3)),
          recurring(803, { rules: ["FREQ=DAILY"] }),
          recurring(804, of("freq=daily")),
          recurring(805, "FREQ=DAILY"),
          { ...recurring(806, of("FREQ=HOURLY;INTERVAL=2")), schedule: at("1900-01-01 10:00:00") },
          { ...recurring(807, of("FREQ=DAILY")), occurrence: {} },
        ]
          .map((event) => JSON.stringify(event))
          .join("\n"),
      );
      const second = await openStore();
      const { failed, lines } = await importInto(second, "first");
      expect(lines.map((line) => line.slice(line.indexOf("record ")))).to.deep.equal([
        "record 5: the member recurrence is missing or invalid",
        "record 6: the member recurrence is missing or invalid",
        "record 8: the member recurrence is missing or invalid",
        "record 10: the member occurrence is unknown",
        "record 3: the member recurrence does not fit the start of the event",
        "record 4: the member recurrence does not fit the start of the event",
        "record 7: the member recurrence is not written as it is stored",
        "record 9: the member recurrence has more than 30000 occurrences",
        "record 2: the member occurrence is missing or invalid",
        "record 3: the member occurrence is missing or invalid",
        "record 4: the member occurrence is missing or invalid",
        "record 0: its series 900 was not found",
        "record 1: its series 5 was not found",
        "record 5: the id 5 belongs to another record",
        `record 7: its series ${SERIES} has another occurrence at ${own.occurrence.recurrenceId}`,
        "record 8: its series 12 was not found",
        `record 9: its series ${own.id} was not found`,
      ]);
      expect(failed).to.equal(lines.length);
      expect(await rowsOf(second, SERIES)).to.have.length((await rowsOf(first, SERIES)).length);
    });
  });
}

const at = (start: string): Schedule => anEvent({ start }).schedule;
