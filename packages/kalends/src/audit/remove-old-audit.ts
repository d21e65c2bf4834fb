import { type Clock, DAY, type Repositories } from "@kalends/core";
import { AUDIT_COLLECTION, auditTimeText, type RunLeased } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { Config } from "../configuration/config.ts";

/**
 * Removes audit entries that are older than the retention time. Returns their number. Only one process of an
 * installation does this at a time.
 */
export type RemoveOldAudit = (isStopped?: () => boolean) => Promise<number>;

interface RemoveOldAuditDeps {
  readonly store: Pick<Store, "documents" | "transaction">;
  readonly runLeased: RunLeased;
  readonly stopwatch: Clock;
  readonly config: Pick<Config, "auditDays">;
}

/** Number of entries to remove in one transaction. Other writers may wait for the transaction. */
const SLICE = 100;

const oldest = async (
  { documents }: Pick<Repositories, "documents">,
  time: number,
  limit: number,
): Promise<readonly string[]> => {
  const end = auditTimeText(time);
  const found = await documents.list({ collection: AUDIT_COLLECTION, limit });
  return found.map(({ key }) => key).filter((key) => key < end);
};

/**
 * Creates the function that removes old audit entries. It acquires the lease only if an entry is old enough.
 * Old entries are also removed while the audit log is off.
 * Source: rules/audit.md#retention.
 */
export const createRemoveOldAudit =
  ({ store, runLeased, stopwatch, config }: RemoveOldAuditDeps): RemoveOldAudit =>
  async (isStopped) => {
    const time = stopwatch.now() - config.auditDays * DAY;
    if ((await oldest(store, time, 1)).length === 0) return 0;
    let removed = 0;
    const removeSlice = (): Promise<number> =>
      store.transaction(async (unit) => {
        const keys = await oldest(unit, time, SLICE);
        for (const key of keys) await unit.documents.remove(AUDIT_COLLECTION, key);
        return keys.length;
      });
    await runLeased(
      "calendar/audit-retention",
      async ({ isStopping }) => {
        for (let slice = SLICE; slice === SLICE && !isStopping(); removed += slice)
          slice = await removeSlice();
      },
      { isStopped },
    );
    return removed;
  };
