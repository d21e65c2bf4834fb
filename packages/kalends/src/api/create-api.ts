import { isObject } from "@kalends/core";
import {
  type CalendarApi,
  type EventsApi,
  type FeedOptions,
  findTarget,
  type MergeApi,
  type Mergeable,
  type OccurrencesApi,
  type Operations,
  type PathTarget,
  perform,
  type RecordOperations,
  type RecordStream,
  type RecordsApi,
  type RemoveOptions,
  type StreamOptions,
  type TransactionApi,
  type Upload,
  type UploadedFile,
  type WriteResult,
} from "@kalends/core/interface";
import type { Callers } from "../hosting/users/callers.ts";
import type { RecordView } from "../hosting/users/host-author-ids.ts";
import { type ApiCaller, type Calls, createCalls } from "./create-calls.ts";

export interface ApiDeps {
  /** Operations of the calendar. A getter, because they are created after this object. */
  readonly operations: Operations;
  readonly callers: Pick<Callers, "toAuthorNumbers" | "hostAuthorIds">;
}

/**
 * Creates the functions that run operations directly with the rights of one caller, without the REST
 * interface.
 */
export const createApi = (sources: ApiDeps, caller: ApiCaller): Omit<CalendarApi, "fetch"> => {
  const calls = createCalls(sources.callers, caller);
  const images = (): Operations["images"] => sources.operations.images;
  return {
    events: eventsApi(() => sources.operations.events, calls),
    venues: {
      ...recordsApi(() => sources.operations.venues, calls),
      merge: mergeApi(() => sources.operations.venues.merge, calls),
    },
    organizers: {
      ...recordsApi(() => sources.operations.organizers, calls),
      merge: mergeApi(() => sources.operations.organizers.merge, calls),
    },
    categories: {
      ...recordsApi(() => sources.operations.categories, calls),
      merge: mergeApi(() => sources.operations.categories.merge, calls),
    },
    tags: {
      ...recordsApi(() => sources.operations.tags, calls),
      merge: mergeApi(() => sources.operations.tags.merge, calls),
    },
    images: {
      get: (id) => calls.readItem(() => images().get, toPathTarget(id)),
      list: (query) => calls.readList(() => images().list, query),
      create: (file, details, options) =>
        calls.create(() => images().create, { ...details, file: toUpload(file) }, options),
      update: (id, values, options) => calls.write(() => images().update, toPathTarget(id), values, options),
      replace: (id, file, options) =>
        calls.write(() => images().replaceFile, toPathTarget(id), { file: toUpload(file) }, options),
      usage: (id, query = {}) =>
        calls.run(async (actor) => {
          const { usage } = images();
          const found = await findTarget(usage, toPathTarget(id), actor);
          const { uses, ...page } = await perform(usage, { ...query }, actor, { found });
          return { ...page, uses: uses.map(({ kind, record }) => ({ kind, id: record.id })) };
        }),
      fetch: (address) => calls.create(() => images().fetch, { address }),
      remove: (id, options) => calls.write(() => images().delete, toPathTarget(id), {}, options),
    },
  };
};

/** Returns a file as an upload. The caller's rights are checked before the file is received. */
const toUpload = (file: UploadedFile): Upload => ({ receive: () => Promise.resolve(file) });

/** Creates the functions that run operations of one caller inside a transaction. */
export const createTransactionApi = (sources: ApiDeps, caller: ApiCaller): TransactionApi => {
  const { images, ...records } = createApi(sources, caller);
  return { ...records, images: { get: images.get, list: images.list } };
};

const recordsApi = <
  View extends RecordView,
  R extends { readonly id: number },
  Fields extends object,
  Query extends object,
  Key extends number | string,
  StreamQuery extends object,
  Changes extends object,
  Removal extends RemoveOptions,
>(
  operations: () => RecordOperations<View, R>,
  calls: Calls,
): RecordsApi<View, Fields, Query, Key, StreamQuery, Changes, Removal> => ({
  get: (key) => calls.readItem(() => operations().get, toPathTarget(key)),
  list: (query) => calls.readList(() => operations().list, query),
  stream: (query, options) => streamOf(() => operations().stream, calls, query, options),
  create: (values, options) =>
    calls.create<object, WriteResult<View>>(() => operations().create, values, options),
  update: (key, values, options) =>
    calls.write(() => operations().update, toPathTarget(key), values, options),
  putByExternalId: (externalId, values, options) => calls.put(operations, externalId, values, options),
  remove: (key, options) => removeAt(() => operations().delete, toPathTarget(key), calls, options),
});

const mergeApi =
  <View extends RecordView, R>(
    operation: () => Mergeable<View, R>["merge"],
    { run, withHostAuthorIds }: Calls,
  ): MergeApi<View>["merge"] =>
  (id, from, { ifMatch } = {}) =>
    run(async (actor) => {
      const merge = operation();
      const found = await findTarget(merge, toPathTarget(id), actor);
      const condition = ifMatch === undefined ? {} : { ifMatch: [ifMatch] };
      const result = await perform(merge, { from }, actor, { found, ...condition });
      const [view] = "view" in result ? await withHostAuthorIds([result.view]) : [];
      if (view === undefined) throw new Error("A merge returned no record.");
      return view;
    });

const eventsApi = (events: () => Operations["events"], calls: Calls): EventsApi => ({
  ...recordsApi(events, calls),
  occurrences: (series) => occurrencesApi(() => events().occurrences, toPathTarget(series), calls),
  feed: (query = {}, { subject, order = "id", expands = false }: FeedOptions = {}) =>
    calls.run(async (actor) => {
      requireOrder(order);
      const { feed } = events();
      const values = await calls.parse(feed.parametersOf(subject?.kind), query, actor);
      return (await feed.open(values, { actor, subject, order, expands })).events;
    }),
});

const occurrencesApi = (
  operations: () => Operations["events"]["occurrences"],
  series: PathTarget,
  calls: Calls,
): OccurrencesApi => {
  const at = (recurrenceId: string): PathTarget => ({ ...series, recurrenceId: String(recurrenceId) });
  return {
    get: (recurrenceId) => calls.readItem(() => operations().get, at(recurrenceId)),
    list: (query) => calls.readListOf(() => operations().list, series, query),
    update: (recurrenceId, values, options) =>
      calls.write(() => operations().update, at(recurrenceId), values, options),
    remove: (recurrenceId, options) => removeAt(() => operations().delete, at(recurrenceId), calls, options),
  };
};

const removeAt = <View extends RecordView, R>(
  operation: () => RecordOperations<View, R>["delete"],
  path: PathTarget,
  calls: Calls,
  { ifMatch, ...values }: RemoveOptions = {},
): Promise<View> => calls.write(operation, path, values, ifMatch === undefined ? {} : { ifMatch });

async function* streamOf<View extends RecordView>(
  operation: () => RecordStream<View>,
  { run, parse, withHostAuthorIds }: Calls,
  query: object = {},
  { after = 0 }: StreamOptions = {},
): AsyncGenerator<View, void, undefined> {
  const portions = await run(async (actor) => {
    const { parameters, open } = operation();
    const values = await parse(parameters, query, actor);
    return open(values, { actor, after })[Symbol.asyncIterator]();
  });
  for (;;) {
    const portion = await run(async () => {
      const { done, value } = await portions.next();
      return done === true ? undefined : withHostAuthorIds(value);
    });
    if (portion === undefined) return;
    yield* portion;
  }
}

/**
 * Throws a `TypeError` unless `order` is one of the allowed orders. Plugins may be written in JavaScript, so
 * the value can be anything.
 */
const requireOrder = (order: unknown): void => {
  const newest = isObject(order) ? order.newest : undefined;
  if (order !== "id" && !(Number.isSafeInteger(newest) && Number(newest) > 0))
    throw new TypeError(`feed: order must be "id" or { newest: 20 }, not ${JSON.stringify(order)}`);
};

/**
 * Converts the id (number) or slug (string) of a record to a `PathTarget`. A number that is not a valid id
 * becomes 0, which no record has.
 */
const toPathTarget = (key: number | string): PathTarget =>
  typeof key === "string"
    ? { name: "slug", text: key }
    : { name: "id", text: Number.isSafeInteger(key) && key > 0 ? String(key) : "0" };
