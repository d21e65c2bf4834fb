import type { CalendarEvent } from "../model/event.ts";
import { revisionOf } from "../model/optimistic-locking.ts";
import type { Post } from "../model/post.ts";
import type { Origin } from "../ports/domain-events.ts";
import type { Merge } from "../ports/repositories/merge-repository.ts";
import type { VersionedKind, VersionRepository } from "../ports/repositories/version-repository.ts";
import type { WriteContext, WrittenRecord } from "../write-hooks/write-hook.ts";
import { changedMembers, membersOf } from "./changed-members.ts";
import type { RecordedChange } from "./recorded-changes.ts";

/** Maximum length of the content of a version, in bytes of UTF-8. */
export const MAX_VERSION_BYTES: number = 200 * 1024;
/** Maximum number of names of changed members in a version. */
const MAX_CHANGED = 200;

/** Members that are not content: restoring never writes them. Source: rules/history.md#recorded-writes. */
const NO_CONTENT: ReadonlySet<string> = new Set(["external_ids", "origin", "is_detached"]);

const isVersioned = (kind: string): kind is VersionedKind =>
  kind === "event" || kind === "venue" || kind === "organizer";

/** Returns the number of bytes of a text in UTF-8. JSON texts contain no lone surrogates. */
const bytesOf = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};

const isTooLong = (content: string): boolean =>
  // No character has more than three bytes for each unit of the text.
  content.length * 3 > MAX_VERSION_BYTES && bytesOf(content) > MAX_VERSION_BYTES;

/**
 * Stores the content before a change as a version, unless the change changes no content. If the content is
 * too long, the version has no content.
 * Source: rules/history.md#versions.
 */
export const saveVersion = async (
  versions: Pick<VersionRepository, "save">,
  { kind, before, after }: RecordedChange,
  { actor }: Origin,
): Promise<void> => {
  if (before === undefined || !isVersioned(kind)) return;
  const names = changedMembers(membersOf(kind, before), membersOf(kind, after));
  const changed = names
    .filter((name) => !NO_CONTENT.has(name))
    .toSorted()
    .slice(0, MAX_CHANGED);
  if (changed.length === 0) return;
  const content = JSON.stringify(before);
  // The type is safe, because records of these kinds are posts.
  const { id: recordId, author, modifiedUtc } = before as Post;
  await versions.save({
    ...{ kind, recordId, revision: revisionOf(before as Post), modifiedUtc, author },
    ...(actor?.id !== undefined && { replacedBy: actor.id }),
    ...(isTooLong(content) ? { changed: [], content: "" } : { changed, content }),
  });
};

interface VersionRecording {
  /** Records a write that hooks and policies accepted. */
  note(record: WrittenRecord, context: WriteContext): void;
  /** Removes the recorded writes of records that were merged. Merged records have no versions. */
  forget(merge: Pick<Merge, "kind" | "sourceIds">): void;
  /** Stores the versions for the recorded writes. Call it at the end of the unit of work. */
  save(versions: Pick<VersionRepository, "save">): Promise<void>;
}

/**
 * Collects the writes of a unit of work and stores the contents before them. If a unit writes a record
 * several times, only its content before the unit becomes a version.
 * Source: rules/history.md#recorded-writes.
 */
export const recordVersions = (origin: Origin): VersionRecording => {
  const changes = new Map<number, RecordedChange>();
  return {
    note(record, { kind, before }) {
      if (!isVersioned(kind)) return;
      const { id } = record;
      const first = changes.has(id) ? changes.get(id)?.before : before;
      changes.set(id, { kind, id, ...(first && { before: first }), after: record });
    },
    forget({ kind, sourceIds }) {
      // Terms have ids of their own.
      if (isVersioned(kind)) for (const id of sourceIds) changes.delete(id);
    },
    async save(versions) {
      for (const change of changes.values()) {
        const { occurrence } = change.after as Partial<Pick<CalendarEvent, "occurrence">>;
        // A write of a series also runs hooks on occurrences, which are not changed by themselves.
        const isOfSeries = occurrence !== undefined && changes.has(occurrence.seriesId);
        if (!isOfSeries) await saveVersion(versions, change, origin);
      }
    },
  };
};
