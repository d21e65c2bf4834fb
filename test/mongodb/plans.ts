import type { StoreWithAccounts } from "@kalends/core/storage";
import { openMongodbStore } from "@kalends/store-mongodb";
import type { Db, Document } from "mongodb";
import { newDatabase, sharedClient } from "./shared-server.ts";

/** A store, and how its server finds what is asked for. */
export interface MongodbPlans {
  readonly store: StoreWithAccounts;
  /** The reads that some work sends. */
  readsOf(work: () => Promise<unknown>): Promise<readonly Document[]>;
  /** How the server finds what a read asks for; by default it is run for that, and counts what it looks at. */
  explain(command: Document, verbosity?: "queryPlanner" | "executionStats"): Promise<Document>;
}

/** What the driver adds to a command for the server alone. */
const toExplained = ({ lsid, $db, $clusterTime, readConcern, ...command }: Document): Document => command;

/** Opens a new store; whoever opens it closes it. */
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
      // What is added up meanwhile, in transactions, belongs to writes before.
      return reads.filter((command) => !("autocommit" in command));
    },
    explain: (command, verbosity = "executionStats") =>
      db.command({ explain: toExplained(command), verbosity }),
  };
};

/** A list reads its page and the number of all matches with one command: both as commands of their own. */
export const splitList = ({ pipeline, ...command }: Document): readonly [page: Document, total: Document] => {
  const { $unionWith: counted } = pipeline.at(-1);
  return [
    { ...command, pipeline: pipeline.slice(0, -1) },
    { ...command, pipeline: counted.pipeline },
  ];
};

/** Every stage of a plan, wherever it stands in the answer. */
export const stagesOf = (plan: unknown): readonly string[] => valuesOf(plan, "stage");

/** Every index of a plan. */
export const indexesOf = (plan: unknown): readonly string[] => valuesOf(plan, "indexName");

const valuesOf = (plan: unknown, member: string): readonly string[] => {
  if (typeof plan !== "object" || plan === null) return [];
  const { [member]: value, ...others } = plan as Document;
  return [
    ...(typeof value === "string" ? [value] : []),
    ...Object.values(others).flatMap((other) => valuesOf(other, member)),
  ];
};
