import { CalendarError } from "../../errors.ts";
import { understoodDates } from "../../filters/date-filters.ts";
import { type EventFilter, filterParameters } from "../../filters/list-filter.ts";
import { createOrderFilter } from "../../filters/order-filter.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import { modifiedAt } from "../../model/publication.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { EventView } from "../../model/views.ts";
import type { Call, FoundRecord } from "../../operation.ts";
import type { EventOperations, PostOperations } from "../../operations.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { DRY_RUN, isDryRun } from "../../parameters/dry-run.ts";
import { pagingOf, pagingParameters } from "../../parameters/paging.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import type { EventQuery } from "../../queries/event-query.ts";
import { type Actor, can, workAccountOf } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { computeOnce, computeWith } from "../../unit-of-work/computing.ts";
import type { Slices } from "../../unit-of-work/slices.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import { createBulkOperations } from "../bulk/bulk-operations.ts";
import { createHistoryOperations, type HistoryDeps } from "../history/history-operations.ts";
import { createRestoreEvent } from "../history/restore-event.ts";
import { ignoredBy, narrowQuery, requirePage, understoodValues } from "../posts/list-posts.ts";
import type { PostFields } from "../posts/post-fields.ts";
import { createPostTarget, permitsOnPost } from "../posts/post-target.ts";
import { decorated, type PostViews, singleView } from "../posts/post-views.ts";
import { requirePathExternalId, withPathExternalId } from "../posts/resolve-external-ids.ts";
import { moveToTrash } from "../posts/trash.ts";
import { createWritePost, requireChangeable, type Stored, type WritePostDeps } from "../posts/write-post.ts";
import { createFindPreview } from "../previews/find-preview.ts";
import { createPreviewOperations, type Previewing } from "../previews/preview-operations.ts";
import { createOccurrenceOperations } from "../series/occurrences/occurrence-operations.ts";
import { findForWrite } from "../series/occurrences/one-occurrence.ts";
import { removeOccurrence } from "../series/occurrences/remove-occurrence.ts";
import { SCOPE } from "../series/occurrences/scope.ts";
import { updateOccurrence } from "../series/occurrences/update-occurrence.ts";
import { reconcileOccurrences } from "../series/reconcile-occurrences.ts";
import { createDetachOperation } from "./detach-operation.ts";
import type { EventValues, NewEventValues } from "./event-fields.ts";
import { createEventNotices } from "./event-notices.ts";
import { createEventFacets, type EventFacetsDeps, facetsParameter } from "./facets/event-facets.ts";
import { createCompleteEvents } from "./feed/complete-events.ts";
import { createEventFeed } from "./feed/event-feed.ts";
import { createEventStream } from "./feed/event-stream.ts";
import { listedEvents } from "./listed-events.ts";
import type { EventWriter } from "./write-event.ts";

/** Objects that the operations on events need. */
interface EventParts {
  /** Built-in filters of event lists, in the order of the documentation. */
  readonly builtInFilters: readonly EventFilter[];
  /** Filters of event lists that plugins add. */
  readonly addedFilters: readonly EventFilter[];
  /** Parameters for event fields without those of plugins. */
  readonly parameters: { readonly new: Parameters; readonly existing: Parameters };
  readonly fields: PostFields;
  readonly writer: EventWriter;
  readonly views: PostViews<CalendarEvent, EventView>;
  readonly feedViews: Pick<PostViews<CalendarEvent, EventView>, "all">;
}

export interface EventOperationsDeps extends WritePostDeps, HistoryDeps, EventFacetsDeps {
  readonly store: Store;
  readonly extensions: RecordExtensions | undefined;
  readonly postStatuses: PostStatuses;
  readonly site: SiteSettings;
  readonly clock: Clock;
  readonly policies?: Policies | undefined;
  readonly slices?: Slices | undefined;
  readonly previewing?: Previewing | undefined;
}

/**
 * Creates all operations on events. Each write checks rights again inside its transaction.
 * Source: rules/events.md#event-endpoints.
 */
export const createEventOperations = (parts: EventParts, deps: EventOperationsDeps): EventOperations => {
  const { store, postStatuses, site, clock, policies, slices, previewing } = deps;
  const { builtInFilters, addedFilters, parameters, fields, writer, views, feedViews } = parts;
  const filters = [...builtInFilters, ...addedFilters];
  // Streams and feeds have orders of their own.
  const order = createOrderFilter<EventQuery>("events", addedFilters);
  const listFilters = [...filters, order];
  const decorating = filters.filter((filter) => filter.decorate !== undefined);
  const toListed = (view: EventView, values: ParameterValues): EventView =>
    decorating.reduce((shown, filter) => decorate(shown, filter, values), view);
  const paging = pagingParameters(site);
  const facets = { facets: facetsParameter(site) };
  const showFacets = createEventFacets(deps);
  const target = createPostTarget("event", store.events, store, { slug: "unknown-slug" });
  const writePost = createWritePost(views, deps, createEventNotices(clock));

  const currentIn = async (
    unit: WriteUnit,
    { found, ...call }: Call<CalendarEvent>,
    mayChange: (post: Post, actor: Actor) => boolean,
  ): Promise<CalendarEvent> => {
    const current = found?.record && (await findForWrite(found.record, unit, site));
    const event = requireEvent(found, current);
    requirePathExternalId(event, call.externalId);
    return requireChangeable(event, call, mayChange);
  };

  const trash = async (unit: WriteUnit, event: CalendarEvent): Promise<Stored<CalendarEvent>> => {
    if (event.status === "trash") throw new CalendarError("event-is-in-trash");
    const now = clock.now();
    const record = await moveToTrash(unit.events, event, modifiedAt(now, site.timezone), (trashed) =>
      unit.amended({ kind: "event", record: trashed, before: event }),
    );
    await reconcileOccurrences(unit, { series: record, before: event, now, site });
    return { record };
  };

  const operations: Omit<PostOperations<EventView, CalendarEvent>, "history" | "complete"> = {
    own: {
      list: { ...paging, ...filterParameters([...builtInFilters, order]), ...facets },
      fields: { ...parameters.new, ...DRY_RUN },
    },
    list: {
      method: "read",
      parameters: { ...paging, ...filterParameters(listFilters), ...facets },
      permits: () => true,
      async run(values, { actor, client }) {
        const baseQuery = listedEvents(pagingOf(values), actor, deps);
        const narrow = (given: ParameterValues): Promise<EventQuery> =>
          narrowQuery("event", baseQuery, listFilters, policies, given, actor);
        const query = await narrow(values);
        const found = await store.events.list(query);
        const { items, total } = requirePage(found, baseQuery.page, "event-archive-page-not-found");
        const listed = await views.all(items, actor);
        const understood = { ...values, ...understoodDates(values, site) };
        return {
          items: listed.map((view) => toListed(view, values)),
          total,
          ...{ page: baseQuery.page, perPage: baseQuery.perPage },
          understood: understoodValues(understood, impliedStatus(actor, postStatuses)),
          ...ignoredBy(listFilters, values),
          ...(await showFacets({ values, query, narrow, actor, client })),
        };
      },
    },
    stream: createEventStream({ ...deps, filters, views }),
    findByExternalId: (externalId) => store.events.findByExternalId(externalId),
    create: {
      method: "create",
      parameters: { ...parameters.new, ...fields.added.new, ...DRY_RUN },
      shown: fields.shown,
      permits: (actor) => can(actor, "edit"),
      run(values, call) {
        const { actor, isGone } = call;
        const options = { isDryRun: isDryRun(values), isGone };
        const compute = computeOnce(computeWith(slices, workAccountOf(actor), options));
        return writePost.save(values, call, (writing) =>
          // The type is safe, because the parameters of new events have parsed the values.
          writer.create(
            withPathExternalId(values, call.externalId, "create") as NewEventValues,
            writing,
            compute,
          ),
        );
      },
    },
    // Source: rules/events.md#read-event.
    get: {
      method: "read",
      parameters: {},
      target,
      permits: () => true,
      async run(_values, { actor, found }) {
        const event = requireEvent(found);
        if (event.status === "trash") throw new CalendarError("event-no-longer-available");
        if (!postStatuses.canRead(event, actor)) throw new CalendarError("event-not-accessible");
        return singleView(await views.all([event], actor));
      },
    },
    update: {
      method: "update",
      parameters: { ...parameters.existing, ...fields.added.existing, ...DRY_RUN },
      shown: fields.shown,
      target: createPostTarget("event", store.events, store, {}),
      permits: permitsOnPost("edit", postStatuses.canEdit),
      run(values, call) {
        // The type is safe, because the parameters of events have parsed the values.
        const sent = withPathExternalId(values, call.externalId, "update") as EventValues;
        const current = (unit: WriteUnit): Promise<CalendarEvent> =>
          currentIn(unit, call, postStatuses.canEdit);
        return writePost.save(values, call, (writing) =>
          call.found?.record?.occurrence === undefined
            ? writer.update(sent, writing, current)
            : updateOccurrence(sent, writing, current, { ...deps, writer }),
        );
      },
    },
    delete: {
      method: "delete",
      parameters: { ...SCOPE, ...DRY_RUN },
      target,
      permits: permitsOnPost("delete", postStatuses.canDelete),
      run: (values, call) =>
        writePost.remove(values, call, async (unit) => {
          const current = await currentIn(unit, call, postStatuses.canDelete);
          return current.occurrence === undefined
            ? trash(unit, current)
            : removeOccurrence(unit, current, values, { ...deps, actor: call.actor, trash });
        }),
    },
  };
  const feed = createEventFeed({ ...deps, filters, views: feedViews });
  return {
    ...operations,
    complete: createCompleteEvents(feed, toListed),
    history: createHistoryOperations(
      {
        ...{ update: operations.update, views, writePost },
        restore: createRestoreEvent({ ...deps, writer }),
        require: requireEvent,
        currentIn: (unit, call) => currentIn(unit, call, postStatuses.canEdit),
      },
      deps,
    ),
    occurrences: createOccurrenceOperations(operations, views, deps),
    bulk: createBulkOperations(
      { events: operations, venue: parameters.existing.venue },
      { ...deps, filters: listFilters },
    ),
    detach: createDetachOperation(operations.update, {
      ...{ writePost, clock, site, postStatuses },
      currentIn: (unit, call) => currentIn(unit, call, postStatuses.canEdit),
    }),
    feed,
    ...(previewing && {
      previews: {
        ...createPreviewOperations(operations.update, { store, clock, postStatuses, ...previewing }),
        find: createFindPreview({ store, views, clock, site, slices, postStatuses, ...previewing }),
      },
    }),
  };
};

/**
 * Returns the event of the path. Throws `rest-event-not-found` if it does not exist, or
 * `rest-invalid-event-id` if a record of another kind has the id.
 * Source: rules/events.md#event-id.
 */
const requireEvent = (
  found: FoundRecord<CalendarEvent> | undefined,
  event: CalendarEvent | undefined = found?.record,
): CalendarEvent => {
  if (event === undefined)
    throw new CalendarError(found?.isOther === true ? "rest-invalid-event-id" : "rest-event-not-found");
  return event;
};

/**
 * Returns the default statuses of a list if the caller sees only public records, otherwise `undefined`.
 * Source: rules/events.md#list-links.
 */
const impliedStatus = (
  actor: Actor,
  { visibleTo, isPublic }: Pick<PostStatuses, "visibleTo" | "isPublic">,
): readonly string[] | undefined => {
  const { statuses, own } = visibleTo(actor);
  return own === undefined && statuses.every(isPublic) ? statuses : undefined;
};

/** Adds the members that a filter returns for an event in a list to the view of the event. */
const decorate = (view: EventView, filter: EventFilter, values: ParameterValues): EventView => {
  if (filter.decorate === undefined) return view;
  const { event, venue } = view;
  const added = filter.decorate(event, venue?.venue, values);
  return { ...decorated(view, added.event), ...(venue && { venue: decorated(venue, added.venue) }) };
};
