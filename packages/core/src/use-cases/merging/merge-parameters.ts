import { invalidParameter, type ProblemReason } from "../../errors.ts";
import type { Parameter, Parameters, ParameterValues } from "../../parameter.ts";
import { DRY_RUN } from "../../parameters/dry-run.ts";
import { toIdList } from "../../parameters/lists.ts";
import { MAX_MERGED, type Merge } from "../../ports/repositories/merge-repository.ts";
import type { EventLink } from "../../ports/repositories/post-repository.ts";
import type { Repositories } from "../../ports/store.ts";

/** Result of a merge: the view of the target. For a dry run, only the number of events that would change. */
export type MergeResult<View> = { readonly view: View } | { readonly events: number };

/** Parameters of a merge. Source: rules/merging.md#merge. */
export const MERGE: Parameters = {
  from: {
    description: "parameter.merge.from",
    required: true,
    documented: {
      type: "array",
      items: { type: "integer" },
      minItems: 1,
      maxItems: MAX_MERGED,
      example: [17],
    },
    resolve: (raw) => toIdList(raw, MAX_MERGED),
  } satisfies Parameter<readonly number[]>,
  ...DRY_RUN,
};

/** Returns the ids of the sources. Throws if the target is one of them. */
export const sourceIdsOf = (values: ParameterValues, targetId: number): readonly number[] => {
  // The type is safe, because `MERGE` has parsed the values.
  const { from } = values as { readonly from: readonly number[] };
  if (from.includes(targetId)) throw refusedSource("same-record");
  return from;
};

export const refusedSource = (reason: ProblemReason): Error => invalidParameter("from", { reason });

/**
 * Returns the error for a source that does not exist: it was merged before, or the id is unknown.
 * Source: rules/merging.md#sources.
 */
export const missingSource = async (
  { kind, sourceIds, targetId }: Merge,
  missing: number,
  { merges }: Pick<Repositories, "merges">,
): Promise<Error> => {
  const target = (await merges.targetsOf(kind, sourceIds)).get(missing);
  // A record that was merged into another target may be hidden from the caller.
  return refusedSource(target === targetId ? "merged-record" : `unknown-${kind}`);
};

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Returns the number of events that a merge changes. A series counts once. */
export const countEvents = async (
  { kind, sourceIds }: Merge,
  { events }: Pick<Repositories, "events">,
): Promise<number> => {
  const linked = new Set<number>();
  for (const id of sourceIds)
    for (const eventId of await events.idsLinkedTo(linkOf(kind, id), 0, NO_LIMIT)) linked.add(eventId);
  return linked.size;
};

/** Returns the link by which the events of a record are found. */
export const linkOf = (kind: Merge["kind"], id: number): EventLink => {
  if (kind === "venue") return { venueId: id };
  return kind === "organizer" ? { organizerId: id } : { termId: id };
};
