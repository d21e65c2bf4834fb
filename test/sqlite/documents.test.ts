import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

describe("documents in store-sqlite", () => {
  const newPath = newFiles();

  it("with one value are found from a key on, without a look at those before it", async () => {
    const path = newPath();
    const statements: string[] = [];
    const store = await openSqliteStore(path, { onStatement: (sql) => statements.push(sql) });
    try {
      for (const descending of [false, true]) {
        const lists = { member: "user", range: { equals: 3 }, beyond: { value: 3, key: "m" } };
        await store.documents.list({ collection: "a/b", ...lists, descending, limit: 10 });
        const database = new Database(path, { readonly: true });
        const plan = database
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${statements.at(-1)}`)
          .all("a/b", "user", 3, "m", 10)
          .map(({ detail }) => detail);
        database.close();
        const sought = `collection=? AND member=? AND value=? AND key${descending ? "<" : ">"}?`;
        expect(plan[0]).to.include(`USING PRIMARY KEY (${sought})`);
        expect(plan.join()).not.to.include("TEMP B-TREE");
      }
    } finally {
      await store.close();
    }
  });
});
