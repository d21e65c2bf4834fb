import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { createCalendar } from "kalends";
import type { Scenario } from "./scenarios.ts";

/** A statement and how the database carries it out, step by step. */
export interface Plan {
  readonly statement: string;
  readonly steps: readonly string[];
}

/** What each read of a calendar on a file asks the database. */
export const plansOf = async (
  file: string,
  scenarios: readonly Scenario[],
): Promise<Readonly<Record<string, readonly Plan[]>>> => {
  const asked = new Set<string>();
  const store = await openSqliteStore(file, { rememberTotals: false, onStatement: (sql) => asked.add(sql) });
  const { callback, close } = await createCalendar({ storage: store, scheduler: false });
  const server = createServer(callback);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server bound to a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const database = new Database(file, { readonly: true });
  const plans: Record<string, readonly Plan[]> = {};
  for (const { name, path, method } of scenarios) {
    if (method !== undefined) continue;
    asked.clear();
    const answer = await fetch(`http://127.0.0.1:${port}/wp-json/tribe/events/v1${path}`);
    await answer.arrayBuffer();
    plans[name] = [...asked].map((statement) => planOf(database, statement));
  }
  database.close();
  server.closeAllConnections();
  server.close();
  await close();
  await store.close();
  return plans;
};

const planOf = (database: Database.Database, statement: string): Plan => {
  const values = [...statement.matchAll(/\?/g)].map(() => null);
  const steps = database
    .prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
    .all(...values);
  return { statement: statement.replace(/\s+/g, " "), steps: steps.map(({ detail }) => detail) };
};
