import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importedRecords } from "@kalends/core";
import { examineStore, type StoredDomainEvent } from "@kalends/core/interface";
import { mergedRecords, type Store, type StoreWithAccounts } from "@kalends/core/storage";
import { createImportReport } from "@kalends/import";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { eraseLinked, exportArchive, importArchive } from "kalends/internals";
import { everythingStored } from "../everything-stored.ts";
import { stores } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const SITE = { dayCutoff: "00:00", recurrenceHorizon: 24, timezone: "UTC" };

const findings = async (store: Store): Promise<readonly string[]> => {
  const found: string[] = [];
  const deps = { blobStore: { size: async () => undefined }, clock: { now: () => 0 }, site: SITE };
  for await (const { kind, detail } of examineStore({ ...deps, store })) found.push(`${kind}: ${detail}`);
  return found;
};

for (const { name, open } of stores) {
  describe(`merged records on ${name}`, function () {
    this.timeout(60_000);
    const opened: Store[] = [];
    const openStore = async (): Promise<StoreWithAccounts> => {
      const store = await open();
      opened.push(store);
      return store;
    };
    let store: StoreWithAccounts;
    let target: number;
    let source: number;
    const heard: StoredDomainEvent[] = [];

    beforeEach(async () => {
      heard.length = 0;
      store = await openStore();
      const calendar = await createCalendar({
        storage: store,
        scheduler: false,
        changes: true,
        logger: SILENT,
      });
      const editor = calendar.as({ id: 1, roles: ["administrator"] });
      const make = async (venue: string, id: string): Promise<number> => {
        const external_ids = [{ source: "crm", id }];
        return (await editor.venues.create({ venue, external_ids })).venue.id;
      };
      [target, source] = [await make("The Old Mill", "1"), await make("Old Mill", "2")];
      for (const id of [target, source]) await editor.venues.update(id, { phone: "1" });
      for (const [identity, id] of [
        ["old.example?id=4", target],
        ["old.example?id=5", source],
      ] as const)
        await importedRecords(store.documents).save({
          ...{ list: "venues", identity, id, site: "old.example", sourceId: id },
          ...{ path: `/venue/${id}/`, slug: "x", base: "digest" },
        });
      calendar.events.on("venue.merged", ({ before, after, merged }) => {
        heard.push({ before, after, merged } as never);
      });
      await editor.venues.merge(target, [source]);
      await calendar.close();
    });
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.close();
    });

    it("are named in the one event of the merge and in the outbox", async () => {
      expect(heard).to.have.length(1);
      expect(heard[0]).to.have.nested.property("before.id", target);
      expect(heard[0]).to.have.nested.property("after.id", target);
      expect(heard[0]).to.have.nested.property("merged[0].id", source);
      const entries = await store.outbox.readAfter(0, 100);
      const { names, recordId, merged } = entries.at(-1) ?? {};
      expect([names, recordId, merged?.map(({ id }) => id)]).to.deep.equal([
        ["venue.merged"],
        target,
        [source],
      ]);
      expect(entries.filter(({ recordId: id }) => id === source)).to.have.length(2);
    });

    it("leave their external ids and what imports remember to the target", async () => {
      for (const id of ["1", "2"])
        expect((await store.venues.findByExternalId({ source: "crm", id }))?.id).to.equal(target);
      const memory = importedRecords(store.documents);
      expect(await memory.findById("venues", source)).to.deep.equal([]);
      const known = await memory.findById("venues", target);
      expect(known.map(({ identity, base }) => [identity, base])).to.have.deep.members([
        ["old.example?id=4", "digest"],
        ["old.example?id=5", ""],
      ]);
    });

    it("are consistent for the doctor, until their target is lost", async () => {
      expect(await findings(store)).to.deep.equal([]);
      await store.venues.remove(target);
      expect((await findings(store)).join()).to.include(`merged into the venue ${target}`);
    });

    it("are erased with their target, or alone", async () => {
      const deps = {
        ...{ store, clock: { now: () => 0 }, personalData: [] },
        ...{ blobStore: { remove: async () => undefined }, outboxSwitch: { isOn: () => true } },
      };
      const textOf = async (): Promise<string> =>
        (await everythingStored(store)).map(({ text }) => text).join("\n");
      expect(await textOf()).to.include("old-mill");
      // The type is safe: the test replaces only functions that the erasure calls.
      const erase = (id: number) => eraseLinked(deps as never, { kind: "venue", id });
      expect(await erase(source)).to.equal(true);
      expect((await store.merges.targetsOf("venue", [source])).size).to.equal(0);
      expect(await textOf()).not.to.include('"Old Mill"');
      expect(await textOf()).to.include("The Old Mill");
      expect(await erase(source)).to.equal(false);
      expect(await erase(target)).to.equal(true);
      expect(await textOf()).not.to.include("Old Mill");
    });

    it("come out and in with an archive, and do not come back with an older one", async () => {
      const folder = mkdtempSync(join(tmpdir(), "kalends-"));
      const archive = join(folder, "a");
      await exportArchive({
        ...{ store, accounts: undefined, blobStore: createMemoryBlobStore(), folder: archive },
      });
      const other = await openStore();
      const lines: string[] = [];
      const importInto = (into: Store): Promise<void> =>
        importArchive(
          {
            ...{ store: into, accounts: undefined, blobStore: createMemoryBlobStore(), clean: undefined },
            loadEvents: (_count, work) => work(),
            seriesLimits: { horizon: "2033-03-10 00:00:00", dayCutoff: "00:00" },
            extendSeries: async () => undefined,
          },
          archive,
          createImportReport({ warn: (line) => void lines.push(line) }),
        );
      await importInto(other);
      expect(lines.filter((line) => line.includes("merged"))).to.deep.equal([]);
      expect([...(await other.merges.targetsOf("venue", [source]))]).to.deep.equal([[source, target]]);
      expect(await other.merges.targetOfSlug("venue", "old-mill")).to.equal(target);
      const third = await openStore();
      await mergedRecords(third.documents).save({ kind: "venue", id: target, mergedInto: 999 });
      await importInto(third);
      expect(await third.venues.find(target)).to.equal(undefined);
      expect(lines.join("\n")).to.include("merged into another record here");
      rmSync(folder, { recursive: true });
    });
  });
}
