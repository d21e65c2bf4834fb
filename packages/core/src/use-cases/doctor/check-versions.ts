import { isObject } from "../../model/json.ts";
import { revisionOf } from "../../model/optimistic-locking.ts";
import type { Finding } from "../../ports/inspection.ts";
import type { RecordVersion } from "../../ports/repositories/version-repository.ts";
import type { Store } from "../../ports/store.ts";

/** Number of versions in one read. */
const BATCH = 50;

type Versioned = Pick<Store, "events" | "venues" | "organizers" | "versions" | "transaction">;

/**
 * Checks that each version belongs to an existing record of its kind, and that its content can be read.
 * Repairs remove all versions of a record that does not exist, and a content that cannot be read.
 */
export async function* checkVersions(store: Versioned): AsyncGenerator<Finding> {
  let reported = 0;
  for (let batch = await store.versions.readAfter(0, 0, BATCH); batch.length > 0; ) {
    const missing = await withoutRecord(store, batch);
    for (const [id, kind] of missing) {
      // A batch can begin with further versions of the last record of the batch before it.
      if (id <= reported) continue;
      reported = id;
      yield {
        kind: "version",
        detail: `The ${kind} ${id} does not exist, but has versions.`,
        repair: () =>
          store.transaction(async (unit) => {
            if ((await unit[`${kind}s`].find(id)) === undefined) await unit.versions.removeOldest(id, 0);
          }),
      };
    }
    for (const { kind, recordId, revision } of batch.filter((version) => !isReadable(version)))
      if (!missing.has(recordId))
        yield {
          kind: "version",
          record: { kind, id: recordId },
          detail: `The content of its version ${revision} cannot be read.`,
          repair: () =>
            store.transaction(async ({ versions }) => {
              const version = await versions.find(recordId, revision);
              if (version !== undefined) await versions.save({ ...version, changed: [], content: "" });
            }),
        };
    const { recordId = 0, revision = 0 } = batch.at(-1) ?? {};
    batch = await store.versions.readAfter(recordId, revision, BATCH);
  }
}

/** Returns the records of these versions that do not exist, with their kinds. */
const withoutRecord = async (
  store: Versioned,
  versions: readonly RecordVersion[],
): Promise<ReadonlyMap<number, RecordVersion["kind"]>> => {
  const wanted = new Map(versions.map(({ recordId, kind }) => [recordId, kind]));
  for (const kind of ["event", "venue", "organizer"] as const) {
    const ids = [...wanted].filter(([, one]) => one === kind).map(([id]) => id);
    for (const { id } of ids.length === 0 ? [] : await store[`${kind}s`].findMany(ids)) wanted.delete(id);
  }
  return wanted;
};

const isReadable = ({ recordId, revision, content }: RecordVersion): boolean => {
  if (content === "") return true;
  try {
    const record: unknown = JSON.parse(content);
    return isObject(record) && record.id === recordId && revisionOf(record) === revision;
  } catch {
    return false;
  }
};
