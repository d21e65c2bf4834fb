import type { StoreWithAccounts } from "@kalends/core/storage";
import { openMongodbStore } from "@kalends/store-mongodb";
import type { Db, Document } from "mongodb";
import { newDatabase, sharedClient } from "./shared-server.ts";

/** Store with access to the query plans of its MongoDB server. */
export interface MongodbPlans {
  readonly store: StoreWithAccounts;
  /** Returns the read commands that the store sends while `work` runs. */
  readsOf(work: () => Promise<unknown>): Promise<readonly Document[]>;
  /**
   * Returns the query plan of a read command. By default, the server also runs the command, so that the plan
   * has the number of examined documents.
   */
  explain(command: Document, verbosity?: "queryPlanner" | "executionStats"): Promise<Document>;
}

/** Removes members that the driver adds to a command but that `explain` refuses. */
const toExplained = ({ lsid, $db, $clusterTime, readConcern, ...command }: Document): Document => command;

/** Opens a new store. The caller must close it. */
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
      // Reads in a transaction are left out: they belong to the counting of earlier writes. So is the look-up of
      // pending merges, which runs beside each list that depends on them and finds nothing here.
      return reads.filter(
        (command) => !("autocommit" in command) && command.filter?.collection !== "kalends/merging",
      );
    },
    explain: (command, verbosity = "executionStats") =>
      db.command({ explain: toExplained(command), verbosity }),
  };
};

/** Splits a list command into two commands: one that reads a page and one that counts all matches. */
export const splitList = ({ pipeline, ...command }: Document): readonly [page: Document, total: Document] => {
  const { $unionWith: counted } = pipeline.at(-1);
  return [
    { ...command, pipeline: pipeline.slice(0, -1) },
    { ...command, pipeline: counted.pipeline },
  ];
};

/** Returns the names of all stages in a query plan. */
export const stagesOf = (plan: unknown): readonly string[] => valuesOf(plan, "stage");

/** Returns the names of all indexes in a query plan. */
export const indexesOf = (plan: unknown): readonly string[] => valuesOf(plan, "indexName");

const valuesOf = (plan: unknown, member: string): readonly string[] => {
  if (typeof plan !== "object" || plan === null) return [];
  const { [member]: value, ...others } = plan as Document;
  return [
    ...(typeof value === "string" ? [value] : []),
    ...Object.values(others).flatMap((other) => valuesOf(other, member)),
  ];
};
