import { CalendarError, invalidParameter } from "../../errors.ts";
import { builtInLinkedFilters } from "../../filters/linked-filters.ts";
import { filterParameters, type LinkedFilter } from "../../filters/list-filter.ts";
import { createOrderFilter } from "../../filters/order-filter.ts";
import type { Post } from "../../model/post.ts";
import { modifiedAt } from "../../model/publication.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Call } from "../../operation.ts";
import type { Mergeable, PostOperations } from "../../operations.ts";
import type { Parameters } from "../../parameter.ts";
import { DRY_RUN } from "../../parameters/dry-run.ts";
import { findWithMerged } from "../../parameters/merged-ids.ts";
import { pagingOf, pagingParameters } from "../../parameters/paging.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import { isVisible } from "../../queries/conditions.ts";
import type { LinkedQuery } from "../../queries/linked-query.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import { createHistoryOperations, type HistoryDeps } from "../history/history-operations.ts";
import { createRestoreLinked } from "../history/restore-linked.ts";
import { createMergeLinked } from "../merging/merge-linked.ts";
import { requireUnmerged } from "../merging/merged-target.ts";
import { ignoredBy, narrowQuery, requirePage, understoodValues } from "../posts/list-posts.ts";
import type { PostFields } from "../posts/post-fields.ts";
import { createPostTarget, permitsOnPost } from "../posts/post-target.ts";
import { decorated, singleView } from "../posts/post-views.ts";
import { recordPortions } from "../posts/record-portions.ts";
import { requirePathExternalId, withPathExternalId } from "../posts/resolve-external-ids.ts";
import { moveToTrash } from "../posts/trash.ts";
import { createWritePost, requireChangeable, type WritePostDeps } from "../posts/write-post.ts";
import type { LinkedKind, LinkedRecord, LinkedView } from "./linked-kind.ts";
import { createLinkedViews, type LinkedViewsDeps } from "./linked-views.ts";
import { type LinkedWriter, resolveDraft } from "./linked-writer.ts";

/** Objects that the operations on venues or organizers share with the operations on events. */
export interface LinkedParts<R extends LinkedRecord, Details> {
  /** Parameters for a new record, without the parameters that plugins add. */
  readonly own: Parameters;
  readonly fields: PostFields;
  readonly writer: LinkedWriter<R, Details>;
}

interface LinkedOperationsDeps extends WritePostDeps, LinkedViewsDeps, HistoryDeps {
  readonly store: Store;
  readonly postStatuses: PostStatuses;
  readonly site: SiteSettings;
  readonly clock: Clock;
  readonly isInTransaction: boolean;
  readonly policies?: Policies | undefined;
}

/**
 * Creates the operations on venues or organizers. Each write checks rights again inside its transaction.
 * Source: rules/venues-organizers.md#linked-endpoints.
 */
export const createLinkedOperations = <R extends LinkedRecord, Details, View extends LinkedView>(
  kind: LinkedKind<R, Details, View>,
  { own, fields, writer }: LinkedParts<R, Details>,
  addedFilters: readonly LinkedFilter<R, LinkedQuery>[],
  deps: LinkedOperationsDeps,
): PostOperations<View, R> & Mergeable<View, R> => {
  const { name, repositoryOf } = kind;
  const { store, postStatuses, site, clock, policies } = deps;
  const builtInFilters: readonly LinkedFilter<R, LinkedQuery>[] = builtInLinkedFilters(`${name}s`, {
    repositories: store,
    ...{ postStatuses, clock, site },
  });
  const order = createOrderFilter<LinkedQuery>("linked", addedFilters);
  const filters: readonly LinkedFilter<R, LinkedQuery>[] = [...builtInFilters, ...addedFilters, order];
  const decorating = filters.filter((filter) => filter.decorate !== undefined);
  const paging = pagingParameters(site);
  const views = createLinkedViews(kind, deps);
  const writePost = createWritePost(views, deps);
  // An unknown id or slug in a path gives an error for an invalid parameter
  // (rules/venues-organizers.md#unknown-target).
  const refusals = { id: `unknown-${name}`, slug: "unknown-slug" } as const;
  const target = createPostTarget(name, repositoryOf(store), store, refusals);

  const requireRecord = (record: R | undefined): R => {
    if (record === undefined) throw invalidParameter("id", { reason: refusals.id });
    return record;
  };

  const currentIn = async (
    unit: WriteUnit,
    { found, ...call }: Call<R>,
    mayChange: (post: Post, actor: Actor) => boolean,
    isRemoval = false,
  ): Promise<R> => {
    // If the record was merged after it was found, its target is written.
    const id = found?.record?.id ?? 0;
    const stored = (await findWithMerged(repositoryOf(unit), unit.merges, [name], [id])).get(id);
    if (isRemoval && stored !== undefined) requireUnmerged(found, stored);
    const current = requireRecord(stored);
    requirePathExternalId(current, call.externalId);
    return requireChangeable(current, call, mayChange);
  };

  const operations: Omit<PostOperations<View, R>, "history"> & Mergeable<View, R> = {
    own: {
      list: { ...paging, ...filterParameters([...builtInFilters, order]) },
      fields: { ...own, ...DRY_RUN },
    },
    list: {
      method: "read",
      parameters: { ...paging, ...filterParameters(filters) },
      permits: () => true,
      async run(values, { actor }) {
        const baseQuery: LinkedQuery = { ...pagingOf(values), visible: postStatuses.visibleTo(actor) };
        const { page, perPage } = baseQuery;
        const query = await narrowQuery(name, baseQuery, filters, policies, values, actor);
        const found = await repositoryOf(store).list(query);
        const { items, total } = requirePage(found, page, `${name}-archive-page-not-found`);
        const listed = await views.all(items, actor);
        // Source: rules/venues-organizers.md#linked-links.
        const impliedStatus = can(actor, "edit") ? undefined : postStatuses.publicNames;
        return {
          items: listed.map((view) =>
            decorating.reduce(
              (shown, filter) => decorated(shown, filter.decorate?.(kind.recordOf(shown), values)),
              view,
            ),
          ),
          ...{ total, page, perPage },
          understood: understoodValues(values, impliedStatus),
          ...ignoredBy(filters, values),
        };
      },
    },
    stream: {
      parameters: {},
      async *open(_values, { actor, after }) {
        const visible = postStatuses.visibleTo(actor);
        const isShown = (record: R): boolean =>
          isVisible(record, visible) && (policies?.isReadable(record, actor) ?? true);
        const read = (id: number, limit: number): Promise<readonly R[]> =>
          repositoryOf(store).readAfter(id, limit);
        for await (const portion of recordPortions(after, read))
          yield await views.all(portion.filter(isShown), actor);
      },
    },
    findByExternalId: (externalId) => repositoryOf(store).findByExternalId(externalId),
    create: {
      method: "create",
      parameters: { ...own, ...fields.added.new, ...DRY_RUN },
      shown: fields.shown,
      permits: (actor) => can(actor, "edit"),
      run: (values, call) =>
        writePost.save(values, call, async (writing) => {
          const { actor, note } = writing;
          const draft = await resolveDraft(
            writer.toDraft(withPathExternalId(values, call.externalId, "create"), note),
            (image) => writing.resolveImage(image, note),
          );
          return writing.transact(async (unit, note) => ({
            record: await writer.createOrReuse(
              { ...draft, isDistinct: call.externalId !== undefined },
              actor,
              unit,
              note,
            ),
          }));
        }),
    },
    // Source: rules/venues-organizers.md#read-linked.
    get: {
      method: "read",
      parameters: {},
      target,
      permits: () => true,
      async run(_values, { actor, found }) {
        const record = requireRecord(found?.record);
        if (!postStatuses.canRead(record, actor)) throw new CalendarError(`${name}-not-accessible`);
        return singleView(await views.all([record], actor));
      },
    },
    update: {
      method: "update",
      parameters: { ...optional(own), ...fields.added.existing, ...DRY_RUN },
      shown: fields.shown,
      target,
      permits: permitsOnPost("edit", postStatuses.canEdit),
      run: (values, call) =>
        writePost.save(values, call, async (writing) => {
          const { actor, note } = writing;
          const draft = await resolveDraft(
            writer.toDraft(withPathExternalId(values, call.externalId, "update"), note),
            (image) => writing.resolveImage(image, note),
          );
          return writing.transact(async (unit, note) => {
            const current = await currentIn(unit, call, postStatuses.canEdit);
            return { record: await writer.update(current, draft, actor, unit, note) };
          });
        }),
    },
    delete: {
      method: "delete",
      parameters: DRY_RUN,
      target,
      permits: permitsOnPost("delete", postStatuses.canDelete),
      run: (values, call) =>
        writePost.remove(values, call, async (unit) => {
          const current = await currentIn(unit, call, postStatuses.canDelete, true);
          if (current.status === "trash") throw new CalendarError(`${name}-is-in-trash`);
          const changed = modifiedAt(clock.now(), site.timezone);
          await kind.unlink(unit.events, current.id);
          const record = await moveToTrash(repositoryOf(unit), current, changed, (trashed) =>
            kind.amended(unit, trashed, current),
          );
          return { record };
        }),
    },
    merge: createMergeLinked(kind, { ...deps, target, writePost }),
  };
  return {
    ...operations,
    history: createHistoryOperations(
      {
        ...{ update: operations.update, views, writePost },
        restore: createRestoreLinked(kind, { ...deps, writer }),
        require: (found) => requireRecord(found?.record),
        currentIn: (unit, call) => currentIn(unit, call, postStatuses.canEdit),
      },
      deps,
    ),
  };
};

/** Returns the same parameters, all optional, for an update. */
const optional = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, { ...parameter, required: false }]),
  );
