import type { Store } from "../../ports/store.ts";
import { saveVersion } from "../../unit-of-work/record-versions.ts";
import { recordChanges } from "../../unit-of-work/recorded-changes.ts";

/**
 * Returns a store whose transactions also store versions of the events, venues and organizers that they
 * change. It is for imports, which write to the repositories directly.
 * Source: rules/history.md#recorded-writes.
 */
export const withImportedVersions = (store: Store): Store => ({
  ...store,
  transaction: (work) =>
    store.transaction(async (unit) => {
      const recording = recordChanges(unit, { notesAffected: false, notesOccurrences: false });
      const result = await work(recording.unit);
      for (const change of recording.changes()) await saveVersion(unit.versions, change, {});
      return result;
    }),
});
