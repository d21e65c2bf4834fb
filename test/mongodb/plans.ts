import type { StoreWithAccounts } from "@kalends/core/storage";
import { openMongodbStore } from "@kalends/store-mongodb";
import type { Db, Document } from "mongodb";
import { newDatabase, sharedClient } from "./shared-server.ts";

/** A store, and access to the query plans of its server. */
export interface MongodbPlans {
  readonly store: StoreWithAccounts;
  /** Returns the read commands that `work` sends. */
  readsOf(work: () => Promise<unknown>): Promise<readonly Document[]>;
  /** Returns the plan of a read command; by default the command is run to count the documents examined. */
  explain(command: Document, verbosity?: "queryPlanner" | "executionStats"): Promise<Document>;
}

/** Removes members that the driver adds and that `explain` does not accept. */
const toExplained = ({ lsid, $db, $clusterTime, readConcern, ...command }: Document): Document => command;

/** Opens a new store; the caller closes it. */
export const openMongodbPlans = async (): Promise<MongodbPlans> => {
  const address = await newDatabase();
  const db: Db = (await sharedClient()).db(new URL(address).pathname.slice(1));
  const sent: Document[] = [];
  const store = await openMongodbStore(address, { onCommand: (command) => sent.push({ ...command }) });
  return {
    store,
    async readsOf(work) {
      sent.length = 0;
      await work();
      const reads = sent.filter((command) => "find" in command || "aggregate" in command);
      // Reads in transactions belong to the accounting of earlier writes.
      return reads.filter((command) => !("autocommit" in command));
    },
    explain: (command, verbosity = "executionStats") =>
      db.command({ explain: toExplained(command), verbosity }),
  };
};

/** Splits a list command, which reads a page and counts all matches, into two commands. */
export const splitList = ({ pipeline, ...command }: Document): readonly [page: Document, total: Document] => {
  const { $unionWith: counted } = pipeline.at(-1);
  return [
    { ...command, pipeline: pipeline.slice(0, -1) },
    { ...command, pipeline: counted.pipeline },
  ];
};

/** Returns every stage of a plan, at any depth. */
export const stagesOf = (plan: unknown): readonly string[] => valuesOf(plan, "stage");

/** Returns every index of a plan. */
export const indexesOf = (plan: unknown): readonly string[] => valuesOf(plan, "indexName");

const valuesOf = (plan: unknown, member: string): readonly string[] => {
  if (typeof plan !== "object" || plan === null) return [];
  const { [member]: value, ...others } = plan as Document;
  return [
    ...(typeof value === "string" ? [value] : []),
    ...Object.values(others).flatMap((other) => valuesOf(other, member)),
  ];
};
