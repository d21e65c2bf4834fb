import type { OutboxChange } from "../ports/outbox.ts";
import type { MergeRepository } from "../ports/repositories/merge-repository.ts";
import { linkOf } from "../use-cases/merging/merge-parameters.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

type Merged = Pick<OutboxChange, "affected"> & { readonly merged: NonNullable<OutboxChange["merged"]> };

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/**
 * Returns the function `merge`, which passes the merged records to `note` before it removes them. If
 * `notesAffected` is true, it also passes the ids of linked events and child categories. Their responses
 * change although the records are not stored again.
 */
export const watchMerges = (
  { events, venues, organizers, terms, merges }: UnitOfWork,
  notesAffected: boolean,
  note: (kind: "venue" | "organizer" | "category" | "tag", id: number, merged: Merged) => void,
): Pick<MergeRepository, "merge"> => ({
  async merge(merge) {
    const { kind, targetId, sourceIds } = merge;
    const posts = kind === "venue" ? venues : organizers;
    const merged =
      kind === "category" || kind === "tag"
        ? (await terms.findMany(sourceIds)).map(({ usage: _usage, ...term }) => term)
        : await posts.findMany(sourceIds);
    if (!notesAffected) note(kind, targetId, { merged });
    else {
      const linked = new Set<number>();
      for (const id of sourceIds)
        for (const eventId of await events.idsLinkedTo(linkOf(kind, id), 0, NO_LIMIT)) linked.add(eventId);
      const below = kind === "category" ? await terms.withDescendants(sourceIds) : [];
      const children = (await terms.findMany(below)).filter(
        ({ id, parentId }) => sourceIds.includes(parentId) && !sourceIds.includes(id),
      );
      const affected = { events: [...linked], terms: children.map(({ id }) => id) };
      note(kind, targetId, { merged, affected });
    }
    await merges.merge(merge);
  },
});
