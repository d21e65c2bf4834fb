import { importedRecords } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { identityOf } from "../merge/identity.ts";
import { readOr, type SourceRecord } from "../records/source-record.ts";

/** Creates a check that is true if the local copy of an event has the source's modification time. */
export const createIsUnchanged = ({
  documents,
  events,
}: Store): ((record: SourceRecord) => Promise<boolean>) => {
  const memory = importedRecords(documents);
  return async (record) => {
    const identity = readOr("", () => identityOf("events", { record }, ""));
    const known = identity === "" ? undefined : await memory.find("events", identity);
    const ours = known && (await events.find(known.id));
    return ours !== undefined && ours.modifiedUtc === readOr("", () => record.text("modified_utc"));
  };
};
