import type { CalendarEvent } from "../../model/event.ts";
import type { Organizer } from "../../model/organizer.ts";
import type { Venue } from "../../model/venue.ts";
import type { VersionRepository, VersionSummary } from "../../ports/repositories/version-repository.ts";

/** Version of a record in a list. */
export interface ListedVersion extends Pick<VersionSummary, "revision" | "modifiedUtc" | "changed"> {
  /** User id of the caller who wrote this content. Absent if the caller had no user id. */
  readonly author?: number;
}

/**
 * Returns the newest `limit` versions of a record, newest first. Versions without content are left out.
 * The caller who wrote a content is stored with the version before it. The first version of a record has no
 * version before it, so its author is the author of the record.
 * Source: rules/history.md#version-author.
 */
export const readVersions = async (
  versions: Pick<VersionRepository, "list">,
  recordId: number,
  limit: number,
): Promise<readonly ListedVersion[]> => {
  const found = await versions.list(recordId, limit + 1);
  return found.slice(0, limit).flatMap(({ revision, modifiedUtc, changed, author: first }, index) => {
    if (changed.length === 0) return [];
    const earlier = found[index + 1];
    const author = earlier === undefined ? first : earlier.replacedBy;
    return [{ revision, modifiedUtc, changed, ...(author !== undefined && { author }) }];
  });
};

/**
 * Returns the record as it was in a version, or `undefined` if the version does not exist or has no content.
 */
export const readVersion = async (
  versions: Pick<VersionRepository, "find">,
  recordId: number,
  revision: number,
): Promise<CalendarEvent | Venue | Organizer | undefined> => {
  const content = (await versions.find(recordId, revision))?.content ?? "";
  // The type is safe, because only records of these kinds are stored as versions.
  return content === "" ? undefined : (JSON.parse(content) as CalendarEvent | Venue | Organizer);
};
