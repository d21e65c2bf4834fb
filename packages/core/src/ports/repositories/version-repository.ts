import type { WallClock } from "../../model/time/wall-clock.ts";

/** Kinds of record whose earlier contents are stored. Source: rules/history.md#versions. */
export type VersionedKind = "event" | "venue" | "organizer";

/** Version of a record without its content. */
export interface VersionSummary {
  readonly kind: VersionedKind;
  readonly recordId: number;
  /** Revision that the record had with this content, as in its `ETag`. Unique for a record. */
  readonly revision: number;
  /** Time of the write that made this content, in UTC. */
  readonly modifiedUtc: WallClock;
  /** User id of the record's author in this content. */
  readonly author: number;
  /** User id of the caller whose write replaced this content. Absent if the caller has no user id. */
  readonly replacedBy?: number;
  /**
   * Public names of the members that the write that replaced this content changed, at most 200. Empty in a
   * version without content.
   */
  readonly changed: readonly string[];
}

/** Earlier content of a record. */
export interface RecordVersion extends VersionSummary {
  /**
   * Complete record as JSON text, at most 200 KiB. It is `""` if the content was longer or was erased. A
   * version without content is stored only because of `replacedBy`, the writer of the next content.
   */
  readonly content: string;
}

/**
 * Repository of the earlier contents of events, venues and organizers. Occurrences have versions under their
 * own ids.
 */
export interface VersionRepository {
  /** Stores the version and replaces the one of the same record and revision. */
  save(version: RecordVersion): Promise<void>;
  find(recordId: number, revision: number): Promise<RecordVersion | undefined>;
  /** Returns at most `limit` versions of a record, newest revision first. */
  list(recordId: number, limit: number): Promise<readonly VersionSummary[]>;
  /** Removes all versions of a record except the newest `keep`. Returns the number of removed versions. */
  removeOldest(recordId: number, keep: number): Promise<number>;
  /**
   * Returns the number of versions of each record whose id is greater than `afterId`, in ascending order of
   * ids. It stops after `limit` versions, so the last number may be too low. It does not read contents.
   */
  countAfter(afterId: number, limit: number): Promise<ReadonlyMap<number, number>>;
  /**
   * Returns at most `limit` versions that come after this record id and revision. They are sorted by record
   * id, and then by revision. Used for archives, checks and erasure.
   */
  readAfter(recordId: number, revision: number, limit: number): Promise<readonly RecordVersion[]>;
}
