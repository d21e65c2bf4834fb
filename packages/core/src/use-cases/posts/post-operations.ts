import { createAdjustments, type NoteAdjustment, type Written } from "../../adjustment.ts";
import { CalendarError, type ErrorCode } from "../../errors.ts";
import type { ListFilter } from "../../filters/list-filter.ts";
import { type Actor, can } from "../../model/actor.ts";
import type { Post } from "../../model/post.ts";
import { demandMatch } from "../../model/revision.ts";
import { toWallClock } from "../../model/time/time-zone.ts";
import { utcText } from "../../model/time/wall-clock.ts";
import type { Call, Found } from "../../operation.ts";
import type { PostOperations } from "../../operations.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { DRY_RUN, isDryRun } from "../../parameters/dry-run.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EventRepository } from "../../ports/repositories/post-repository.ts";
import type { Repositories } from "../../ports/store.ts";
import type { EventQuery } from "../../queries/event-query.ts";
import type { LinkedQuery } from "../../queries/linked-query.ts";
import type { Slices } from "../computing/slices.ts";
import type { RecordImages, WriteWithImages } from "../images/record-images.ts";
import type { Checked } from "../rehearsal.ts";
import { asStored } from "../revisions.ts";
import type { WriteUnit } from "../transact.ts";
import { createListPosts, type ListPostsDeps, type PostList } from "./list-posts.ts";
import type { PostFields } from "./post-fields.ts";
import { createPostTarget, permitsOnPost, type Refusals } from "./post-target.ts";
import { type PostViews, singleView } from "./post-views.ts";
import { moveToTrash } from "./trash.ts";

/** What a write has stored. */
export interface Stored<R> {
  readonly record: R;
  /** What went to the trash with it, as far as somebody had changed it. */
  readonly trashed?: readonly R[];
}

/**
 * A write whose values are checked as far as that fetches nothing: settles the images, then does the rest inside the
 * transaction.
 */
export type PreparedWrite<R, Current extends readonly unknown[] = []> = (
  images: Pick<RecordImages, "settle">,
) => Promise<(unit: WriteUnit, note: NoteAdjustment, ...current: Current) => Promise<Stored<R>>>;

/** What sets the kinds of posts apart. */
export interface PostKind<
  R extends Post,
  View,
  Query extends EventQuery | LinkedQuery,
  Filter extends ListFilter<Query>,
> extends PostList<R, View, Query, Filter> {
  readonly codes: PostList<R, View, Query, Filter>["codes"] & {
    readonly notAccessible: ErrorCode;
    readonly inTrash: ErrorCode;
    /** Where what is in the trash cannot be read. */
    readonly noLongerAvailable?: ErrorCode;
  };
  /** What the kind itself declares. */
  readonly parameters: {
    readonly new: Parameters;
    readonly existing: Parameters;
    readonly removal?: Parameters;
  };
  readonly fields: PostFields;
  readonly refusals: Refusals;
  /** By default `refusals`. */
  readonly refusalsOfUpdate?: Refusals;
  readonly views: PostViews<R, View>;
  /** The error of a path that names no record, or none any more. */
  missing(found: Found<R> | undefined): CalendarError;
  create(values: ParameterValues, actor: Actor, note: NoteAdjustment): PreparedWrite<R>;
  /** `found`: as it was before the transaction. */
  update(
    values: ParameterValues,
    actor: Actor,
    note: NoteAdjustment,
    found?: R,
  ): PreparedWrite<R, [current: R]>;
  /** The record as it is in the unit of work that changes it; by default by its id. */
  refind?(record: R, unit: Repositories): Promise<R | undefined>;
  /** What a deletion does where it is more than moving the record to the trash. */
  remove?(
    unit: WriteUnit,
    current: R,
    values: ParameterValues,
    by: { readonly actor: Actor; trash(record: R): Promise<Stored<R>> },
  ): Promise<Stored<R>>;
  /** Takes a record that goes to the trash off every event. */
  unlink?(events: EventRepository, id: number): Promise<void>;
  /** Writes what depends on the record, once that is stored. */
  follow?(unit: WriteUnit, record: R, before: R): Promise<unknown>;
}

export interface PostOperationsDeps extends ListPostsDeps {
  readonly clock: Clock;
  /** With the checks of hooks ahead. */
  readonly checked: Checked;
  readonly writeWithImages: WriteWithImages;
  readonly slices?: Slices | undefined;
}

/** Everything that can be done with events, venues or organizers: rights are judged again inside the transaction. */
export const createPostOperations = <
  R extends Post,
  View extends object,
  Query extends EventQuery | LinkedQuery,
  Filter extends ListFilter<Query>,
>(
  kind: PostKind<R, View, Query, Filter>,
  deps: PostOperationsDeps,
): PostOperations<View, R> => {
  const { store, postStatuses, clock, site, checked, writeWithImages } = deps;
  const { codes, fields, parameters, views } = kind;
  const { list, own } = createListPosts(kind, deps);
  const targetOf = (refusals: Refusals) =>
    createPostTarget(kind.name, kind.repositoryOf(store), store, refusals);
  const target = targetOf(kind.refusals);

  const demand = (found: Found<R> | undefined, record: R | undefined): R => {
    if (record === undefined) throw kind.missing(found);
    return record;
  };
  /** The record as it is now, inside the transaction that changes it. */
  const findAgain = async (
    { found, actor, ifMatch }: Call<R>,
    repositories: Repositories,
    mayChange: (record: R, actor: Actor) => boolean,
  ): Promise<R> => {
    const refind = kind.refind ?? (({ id }) => kind.repositoryOf(repositories).find(id));
    const record = found?.record && (await refind(found.record, repositories));
    const current = demand(found, record);
    if (!mayChange(current, actor)) throw new CalendarError("rest_forbidden");
    demandMatch(current, ifMatch);
    return current;
  };

  const viewOf = async (
    { record, trashed = [] }: Stored<R>,
    values: ParameterValues,
    actor: Actor,
    repositories: Repositories,
  ): Promise<View> => {
    const shown = isDryRun(values) ? record : asStored(record, repositories);
    const view = await views.read(shown, actor, repositories);
    return trashed.length === 0 ? view : { ...view, trashed };
  };

  const write = async (
    values: ParameterValues,
    { actor, trace, recordOrigin, isGone, ...request }: Call<unknown>,
    prepare: (note: NoteAdjustment) => PreparedWrite<R>,
  ): Promise<Written<View>> => {
    const adjustments = createAdjustments(request);
    const settle = prepare(adjustments.note);
    const written = await writeWithImages({
      origin: { actor, trace, recordOrigin },
      adjustments,
      isDryRun: isDryRun(values),
      isGone,
      isConditional: request.ifMatch !== undefined,
      async settle(images) {
        const work = await settle(images);
        return async (unit, note) => viewOf(await work(unit, note), values, actor, unit);
      },
    });
    const view = await views.complete(written.stored, actor);
    return { ...view, adjustments: written.adjustments, ...(isDryRun(values) && { isDryRun: true }) };
  };

  const trashRecord = async (current: R, unit: WriteUnit): Promise<Stored<R>> => {
    if (current.status === "trash") throw new CalendarError(codes.inTrash);
    const modifiedUtc = utcText(clock.now());
    const modified = toWallClock(modifiedUtc, site.timezone);
    await kind.unlink?.(unit.events, current.id);
    // Kind and records belong together.
    const amend = async (record: R): Promise<R> =>
      (await unit.amended({ kind: kind.name, record, before: current } as never)) as unknown as R;
    const posts = kind.repositoryOf(unit);
    const record = await moveToTrash(posts, current, { modified, modifiedUtc }, amend);
    await kind.follow?.(unit, record, current);
    return { record };
  };

  return {
    own: { list: own, fields: { ...parameters.new, ...DRY_RUN } },
    list,
    create: {
      method: "create",
      parameters: { ...parameters.new, ...fields.added.new, ...DRY_RUN },
      shown: fields.shown,
      permits: (actor) => can(actor, "edit"),
      run: (values, call) => write(values, call, (note) => kind.create(values, call.actor, note)),
    },
    // Source: rules/events.md#read-event, rules/venues-organizers.md#read-linked.
    get: {
      method: "read",
      parameters: {},
      target,
      permits: () => true,
      async run(_values, { actor, found }) {
        const record = demand(found, found?.record);
        const { notAccessible, noLongerAvailable } = codes;
        if (noLongerAvailable && record.status === "trash") throw new CalendarError(noLongerAvailable);
        if (!postStatuses.canRead(record, actor)) throw new CalendarError(notAccessible);
        return singleView(await views.all([record], actor));
      },
    },
    update: {
      method: "update",
      parameters: { ...parameters.existing, ...fields.added.existing, ...DRY_RUN },
      shown: fields.shown,
      target: targetOf(kind.refusalsOfUpdate ?? kind.refusals),
      permits: permitsOnPost("edit", postStatuses.canEdit),
      run: (values, call) =>
        write(values, call, (note) => {
          const { actor, found } = call;
          const settle = kind.update(values, actor, note, found?.record);
          return async (images) => {
            const work = await settle(images);
            return async (unit, note) => work(unit, note, await findAgain(call, unit, postStatuses.canEdit));
          };
        }),
    },
    delete: {
      method: "delete",
      parameters: { ...parameters.removal, ...DRY_RUN },
      target,
      permits: permitsOnPost("delete", postStatuses.canDelete),
      async run(values, call) {
        const { actor, trace, isGone } = call;
        const written = await checked(
          async (unit) => {
            const current = await findAgain(call, unit, postStatuses.canDelete);
            const trash = (record: R): Promise<Stored<R>> => trashRecord(record, unit);
            const removed = kind.remove?.(unit, current, values, { actor, trash }) ?? trash(current);
            return viewOf(await removed, values, actor, unit);
          },
          { actor, trace },
          { isDryRun: isDryRun(values), isGone },
        );
        return views.complete(written, actor);
      },
    },
  };
};
