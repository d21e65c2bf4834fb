import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import { createImportReport } from "@kalends/import";
import { anAccount, anEvent } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { exportArchive, importArchive } from "kalends/internals";
import { createMemoryBlobStore } from "../images/fakes.ts";

describe("a store that has no accounts", () => {
  const opened: Store[] = [];
  const open = async (): Promise<StoreWithAccounts> => {
    const store = await openSqliteStore(":memory:");
    opened.push(store);
    return store;
  };
  const openWithout = async (): Promise<Store> => {
    const { openAccounts: _, ...store } = await open();
    return store;
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  it("serves a host that has users, and nobody else", async () => {
    const storage = await openWithout();
    await (await createCalendar({ storage, scheduler: false, identity: () => undefined })).close();
    const error = await createCalendar({ storage, scheduler: false }).catch((reason: Error) => reason);
    expect(String(error)).to.include("has no accounts");
    await storage.ping();
  });

  it("takes the records of an archive over without the accounts, and exports none", async () => {
    const folder = mkdtempSync(join(tmpdir(), "kalends-"));
    const blobStore = createMemoryBlobStore();
    const source = await open();
    const accounts = await source.openAccounts();
    await accounts.save(anAccount({ id: 1 }));
    await source.events.save(anEvent({ id: 1 }));
    await exportArchive({ store: source, accounts, blobStore, folder: join(folder, "first") });

    const lines: string[] = [];
    const report = createImportReport({ warn: (line) => lines.push(line) });
    const store = await openWithout();
    const target = { store, accounts: undefined, blobStore };
    const series = {
      seriesLimits: { horizon: "2036-01-01 00:00:00", dayCutoff: "00:00" },
      extendSeries: async () => 0,
      clean: undefined,
    };
    const loadEvents = (_count: number, work: () => Promise<unknown>) => work();
    await importArchive({ ...target, ...series, loadEvents }, join(folder, "first"), report);
    expect(report.counts()).to.deep.include({ added: { events: 1 }, unchanged: {}, failed: 0 });
    expect(lines).to.deep.equal(["the archive's accounts are not imported: this storage has no accounts"]);
    const { counts } = await exportArchive({ ...target, folder: join(folder, "second") });
    expect([counts.accounts, counts.events]).to.deep.equal([0, 1]);
    rmSync(folder, { recursive: true });
  });
});
