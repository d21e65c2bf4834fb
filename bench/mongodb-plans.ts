import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openMongodbStore } from "@kalends/store-mongodb";
import { createCalendar } from "kalends";
import { type Db, type Document, MongoClient } from "mongodb";
import type { Plan } from "./plans.ts";
import type { Scenario } from "./scenarios.ts";

/** Commands that can be explained. */
const EXPLAINED = ["find", "aggregate", "count", "distinct"];
/** What the driver adds to a command for the server alone. */
const ADDED = new Set([
  "lsid",
  "$db",
  "$clusterTime",
  "txnNumber",
  "startTransaction",
  "autocommit",
  "readConcern",
]);

/** How a database carries out a command: the stages with their indexes, and what they looked at. */
export const toPlan = async (db: Db, command: Document): Promise<Plan> => {
  const asked = Object.fromEntries(Object.entries(command).filter(([name]) => !ADDED.has(name)));
  const explained = await db.command({ explain: asked, verbosity: "executionStats" });
  return { statement: JSON.stringify(asked, shown), steps: stepsOf(explained) };
};

/** An order is a map to the driver. */
const shown = (_name: string, value: unknown): unknown => {
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof RegExp ? String(value) : value;
};

const NUMBERS = ["nReturned", "totalKeysExamined", "totalDocsExamined", "executionTimeMillis"];

/** The stages that anywhere in the answer, which is shaped differently from command to command, name themselves. */
const stepsOf = (explained: Document): readonly string[] => {
  const stages: string[] = [];
  const numbers: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const fields = value as Document;
    if (typeof fields.stage === "string") {
      stages.push([fields.stage, fields.indexName].filter(Boolean).join(" "));
    }
    for (const name of NUMBERS) if (fields[name] !== undefined) numbers.push(`${name} ${fields[name]}`);
    for (const [name, child] of Object.entries(fields)) {
      if (!["executionStages", "rejectedPlans", "postgres", "command"].includes(name)) visit(child);
    }
  };
  visit(explained);
  return [stages.join(" < "), [...new Set(numbers)].join(", ")];
};

/** What each read of a calendar in a database asks it. */
export const mongodbPlansOf = async (
  address: string,
  scenarios: readonly Scenario[],
): Promise<Readonly<Record<string, readonly Plan[]>>> => {
  const client = await new MongoClient(address).connect();
  const asked: Document[] = [];
  const onCommand = (command: Document): void => {
    if (EXPLAINED.some((name) => name in command)) asked.push({ ...command });
  };
  const store = await openMongodbStore(address, { onCommand });
  const { callback, close } = await createCalendar({ storage: store, scheduler: false });
  const server = createServer(callback);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server bound to a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const plans: Record<string, readonly Plan[]> = {};
  for (const { name, path, method } of scenarios) {
    if (method !== undefined) continue;
    asked.length = 0;
    await (await fetch(`http://127.0.0.1:${port}/wp-json/tribe/events/v1${path}`)).arrayBuffer();
    const commands = [...asked];
    plans[name] = await Promise.all(commands.map((command) => toPlan(client.db(), command)));
  }
  server.closeAllConnections();
  server.close();
  await close();
  await store.close();
  await client.close();
  return plans;
};
