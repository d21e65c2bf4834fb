import type { NoteAdjustment } from "../../adjustment.ts";
import { isSameJson } from "../../model/json.ts";
import type { Post } from "../../model/post.ts";
import type { Term } from "../../model/term.ts";
import { NO_INSTANT } from "../../model/time/wall-clock.ts";
import { findWithMerged } from "../../parameters/merged-ids.ts";
import type { Repositories } from "../../ports/store.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import type { SentPublication } from "../posts/resolve-publication.ts";

/** Earlier content of a record and the record as it is now, inside the transaction that restores it. */
export interface Restoration<R extends Post> {
  readonly content: R;
  readonly current: R;
  readonly actor: Actor;
  readonly unit: WriteUnit;
  readonly note: NoteAdjustment;
  /** True if the author of the content can be set as the author, and the actor may edit records of others. */
  readonly isAuthor: boolean;
  /** Id of the image of the content, if the actor may not see this image. */
  readonly hiddenImageId?: number | undefined;
}

/** Parameter of an update that names records by id, for each kind of these records. */
const PARAMETERS = { venue: "venue", organizer: "organizer", category: "categories", tag: "tags" } as const;
type ReferencedKind = keyof typeof PARAMETERS;

export const isSame = (one: unknown, other: unknown): boolean => isSameJson({ value: one }, { value: other });

/** Returns the value of a member in the content; `undefined` if the record has the same value. */
export const differing = <R extends Post, Name extends keyof R>(
  { content, current }: Pick<Restoration<R>, "content" | "current">,
  name: Name,
): R[Name] | undefined => (isSame(content[name], current[name]) ? undefined : content[name]);

/**
 * Returns author, status and publication date of the content in the form of an update. Values that the record
 * has already are `undefined`.
 * A record in the trash keeps its status, and no record is moved to the trash.
 * Source: rules/history.md#restored-status, rules/history.md#restored-author.
 */
export const restoredPublication = (
  { content, current, actor, note, isAuthor }: Restoration<Post>,
  postStatuses: Pick<PostStatuses, "writableNames">,
): SentPublication => {
  const isInTrash = current.status === "trash";
  const isFloating = content.dateUtc === NO_INSTANT;
  const isDated = content.date !== current.date || content.dateUtc !== current.dateUtc;
  const changesStatus = !isInTrash && content.status !== "trash" && content.status !== current.status;
  const mayBeSet = postStatuses.writableNames.includes(content.status);
  if (changesStatus && !mayBeSet) note("status", "not-restored");
  const changesAuthor = content.author !== current.author;
  const mayChangeAuthor = isAuthor && can(actor, "edit_others");
  if (changesAuthor && !mayChangeAuthor) note("author", "not-restored");
  return {
    author: changesAuthor && mayChangeAuthor ? content.author : undefined,
    status: changesStatus && mayBeSet ? content.status : undefined,
    // A draft without a fixed publication date has only a wall clock. A record in the trash has a fixed date.
    date: isDated && !(isFloating && isInTrash) ? content.date : undefined,
    date_utc: isDated && !isFloating ? content.dateUtc : undefined,
  };
};

/**
 * Returns the ids in the content of an event whose records still exist. A merged record leads to its target.
 * Records in the trash count as missing. Records that the actor may not read count as missing, unless the
 * current event has them (`kept`). Reports an adjustment if an id is left out.
 * Source: rules/history.md#missing-references.
 */
export const restoredIds = async (
  kind: ReferencedKind,
  ids: readonly number[],
  kept: readonly number[],
  { actor, unit, note }: Omit<Restoration<Post>, "content" | "current">,
  { canRead }: Pick<PostStatuses, "canRead">,
): Promise<readonly number[]> => {
  if (ids.length === 0) return [];
  const found = await findWithMerged<Post | Term>(
    repositoryOf(kind, unit),
    unit.merges,
    [kind],
    // The event can name a merged record as long as its links are not moved.
    [...ids, ...kept],
  );
  const namedNow = new Set(kept.map((id) => found.get(id)?.id));
  const isRestored = (record: Post | Term | undefined): record is Post | Term =>
    record !== undefined &&
    ("taxonomy" in record
      ? record.taxonomy === kind
      : record.status !== "trash" && (namedNow.has(record.id) || canRead(record, actor)));
  const restored = ids.map((id) => found.get(id)).filter(isRestored);
  if (restored.length < ids.length) note(PARAMETERS[kind], "not-restored");
  return [...new Set(restored.map(({ id }) => id))];
};

const repositoryOf = (
  kind: ReferencedKind,
  { venues, organizers, terms }: Pick<Repositories, "venues" | "organizers" | "terms">,
): { findMany(ids: readonly number[]): Promise<readonly (Post | Term)[]> } => {
  if (kind === "venue") return venues;
  return kind === "organizer" ? organizers : terms;
};

/**
 * Returns the image of the content in the form of an update: its id or `null`. It is `null` for no image, a
 * deleted image, and an image that the actor may not see. Returns `undefined` if the record has the same
 * image.
 * Source: rules/history.md#missing-references.
 */
export const restoredImage = async ({
  content: { imageId },
  current,
  unit,
  note,
  hiddenImageId,
}: Restoration<Post>): Promise<number | null | undefined> => {
  if (imageId === current.imageId) return undefined;
  if (imageId === undefined) return null;
  if (imageId !== hiddenImageId && (await unit.images.find(imageId)) !== undefined) return imageId;
  note("image", "not-restored");
  return null;
};
