import type { NoteAdjustment } from "../../adjustment.ts";
import { invalidParameter } from "../../errors.ts";
import { builtInLinkedFilters } from "../../filters/linked-filters.ts";
import type { LinkedFilter } from "../../filters/list-filter.ts";
import { type Actor, can } from "../../model/actor.ts";
import type { PostOperations } from "../../operations.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import type { LinkedQuery } from "../../queries/linked-query.ts";
import type { PostFields } from "../posts/post-fields.ts";
import {
  createPostOperations,
  type PostOperationsDeps,
  type PreparedWrite,
} from "../posts/post-operations.ts";
import { decorated } from "../posts/post-views.ts";
import type { LinkedKind, LinkedRecord, LinkedView } from "./linked-kind.ts";
import { createLinkedViews, type LinkedViewsDeps } from "./linked-views.ts";
import { type LinkedWriter, settleDraft } from "./linked-writer.ts";

/** What the operations on venues or on organizers, and events that link them, have in common. */
export interface LinkedParts<R extends LinkedRecord, Details> {
  /** What the kind itself declares for a new record. */
  readonly own: Parameters;
  readonly fields: PostFields;
  readonly writer: LinkedWriter<R, Details>;
}

/** The operations on venues or on organizers. Source: rules/venues-organizers.md#linked-endpoints. */
export const createLinkedOperations = <R extends LinkedRecord, Details, View extends LinkedView>(
  kind: LinkedKind<R, Details, View>,
  { own, fields, writer }: LinkedParts<R, Details>,
  addedFilters: readonly LinkedFilter<R, LinkedQuery>[],
  deps: PostOperationsDeps & LinkedViewsDeps,
): PostOperations<View, R> => {
  const { store, postStatuses, clock, site } = deps;
  const write = (
    values: ParameterValues,
    actor: Actor,
    note: NoteAdjustment,
  ): PreparedWrite<R, [current?: R]> => {
    const draft = writer.toDraft(values, note);
    return async (images) => {
      const settled = await settleDraft(draft, actor, images, note);
      return async (repositories, note, current) => ({
        record: await (current === undefined
          ? writer.createOrReuse(settled, actor, repositories, note)
          : writer.update(current, settled, actor, repositories, note)),
      });
    };
  };
  return createPostOperations<R, View, LinkedQuery, LinkedFilter<R, LinkedQuery>>(
    {
      ...kind,
      fields,
      parameters: { new: own, existing: optional(own) },
      // An unknown id or slug is a bad parameter (rules/venues-organizers.md#unknown-target).
      refusals: { id: kind.unknown, slug: "unknown-slug" },
      missing: () => invalidParameter("id", { reason: kind.unknown }),
      builtInFilters: builtInLinkedFilters(kind.plural, { repositories: store, postStatuses, clock, site }),
      addedFilters,
      views: createLinkedViews(kind, deps),
      toQuery: (asked) => asked,
      decorate: (view, filter, values) => decorated(view, filter.decorate?.(kind.recordOf(view), values)),
      // Source: rules/venues-organizers.md#linked-links.
      impliedStatus: (actor) => (can(actor, "edit") ? undefined : postStatuses.publicNames),
      create: write,
      update: write,
    },
    deps,
  );
};

/** The same parameters when nothing is required: on update. */
const optional = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, { ...parameter, required: false }]),
  );
