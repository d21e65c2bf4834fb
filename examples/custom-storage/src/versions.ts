import type * as storage from "@kalends/core/storage";
import type { Access } from "./contents.ts";

const byRevision = (one: storage.RecordVersion, other: storage.RecordVersion): number =>
  one.recordId - other.recordId || one.revision - other.revision;

/** Creates the repository of the earlier contents of records. */
export const createVersions = ({ read, change }: Access): storage.VersionRepository => ({
  save: (version) =>
    change((all) => {
      const others = all.versions.filter((other) => byRevision(other, version) !== 0);
      all.versions = [...others, structuredClone(version)].toSorted(byRevision);
    }),
  find: (recordId, revision) =>
    read((all) =>
      all.versions.find((version) => version.recordId === recordId && version.revision === revision),
    ),
  list: (recordId, limit) =>
    read((all) =>
      all.versions
        .filter((version) => version.recordId === recordId)
        .toReversed()
        .slice(0, limit)
        .map(({ content: _content, ...summary }) => summary),
    ),
  removeOldest: (recordId, keep) =>
    change((all) => {
      const own = all.versions.filter((version) => version.recordId === recordId);
      const removed = new Set(own.slice(0, Math.max(0, own.length - keep)));
      all.versions = all.versions.filter((version) => !removed.has(version));
      return removed.size;
    }),
  countAfter: (afterId, limit) =>
    read((all) => {
      const counts = new Map<number, number>();
      for (const { recordId } of all.versions.filter((one) => one.recordId > afterId).slice(0, limit))
        counts.set(recordId, (counts.get(recordId) ?? 0) + 1);
      return counts;
    }),
  readAfter: (recordId, revision, limit) =>
    read((all) =>
      all.versions
        .filter(
          (one) => one.recordId - recordId > 0 || (one.recordId === recordId && one.revision > revision),
        )
        .slice(0, limit),
    ),
});
