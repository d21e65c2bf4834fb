import type { StoreWithAccounts } from "@kalends/core/storage";
import { anEvent, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";
import { comparesSortedLists } from "../stores/sorted-values.ts";

describe("sorted values in store-sqlite", () => {
  let store: StoreWithAccounts;
  const statements: string[] = [];
  let path: string;
  const newPath = newFiles();
  before(async () => {
    path = newPath();
    const onStatement = (sql: string): void => void statements.push(sql);
    // With a fixed clock, the store never moves a list to its reader thread, whose statements the test could
    // not see.
    store = await openSqliteStore(path, { synchronous: "normal", now: () => 0, onStatement });
  });
  after(() => store.close());

  describe("put many events in order", () => {
    comparesSortedLists(() => store);

    it("are walked in order for a page of many events", async () => {
      for (const order of [
        { by: "field", plugin: "rooms", field: "seats" },
        { by: "cost", decimalMark: ".", descending: true },
      ] as const) {
        await store.events.save(anEvent({ id: 1, slug: "event-1" }));
        statements.length = 0;
        await store.events.list({ ...EVERYTHING, order, perPage: 10 });
        const page = statements.find((sql) => sql.includes(" x INDEXED BY ") && sql.includes("LIMIT"));
        const database = new Database(path, { readonly: true });
        // Defines the function of the store, so that the database can plan the statement.
        database.function("in_time", () => 1);
        const values = (page ?? "").split("?").length - 1;
        const plan = database
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${page}`)
          .all(...Array.from({ length: values }, () => 1))
          .map(({ detail }) => detail);
        database.close();
        expect(plan[0]).to.match(/SEARCH x USING (COVERING )?INDEX/);
        // Only rows with equal values need sorting.
        expect(plan.at(-1)).to.match(/USE TEMP B-TREE FOR LAST \d TERMS OF ORDER BY/);
      }
    });
  });
});
