import type { Logger, Store } from "@kalends/core";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { type Cradle, createAppContainer, readConfig } from "kalends/internals";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** One entry for each name: one that is added does not compile until it is here. */
const NAMES: Readonly<Record<keyof Cradle, true>> = {
  config: true,
  store: true,
  clock: true,
  timers: true,
  logger: true,
  pages: true,
  about: true,
  site: true,
  settings: true,
  htmlCleaner: true,
  postStatuses: true,
  accounts: true,
  eventFilters: true,
  operations: true,
  publishDue: true,
  scheduler: true,
  ready: true,
  texts: true,
  http: true,
};

describe("container", () => {
  let store: Store;
  before(async () => {
    store = await openSqliteStore(":memory:");
  });
  after(() => store.close());

  it("makes everything, each thing once", () => {
    const reading = readConfig({ environment: {}, options: {}, optionsName: "options" });
    if ("problems" in reading) throw new Error(reading.problems.join("\n"));
    const { cradle } = createAppContainer({
      config: reading.config,
      store,
      clock: { now: () => 0 },
      timers: { after: () => () => {} },
      logger: SILENT,
      pages: true,
    });
    for (const name of Object.keys(NAMES) as (keyof Cradle)[]) {
      expect(cradle[name], name).to.not.equal(undefined);
      expect(cradle[name], name).to.equal(cradle[name]);
    }
  });
});
