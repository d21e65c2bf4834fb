import { type Actor, CalendarError, isCalendarError, type Parameters } from "@kalends/core";
import {
  type CollectionOperation,
  findTarget,
  type ItemOperation,
  type ListResult,
  type ParameterValues,
  type PathTarget,
  perform,
  putByExternalId,
  type RecordOperations,
  toPathExternalId,
  type UpdateOptions,
  type WriteResult,
} from "@kalends/core/interface";
import type { ExternalId } from "@kalends/core/storage";
import type { Callers } from "../hosting/users/callers.ts";
import type { RecordView } from "../hosting/users/host-author-ids.ts";

/** Caller in whose name an API object runs operations. */
export interface ApiCaller {
  /** Returns the caller with their current rights. Called once for each operation. */
  actor(): Promise<Actor>;
  /** Returns the message of an error as a sentence for people. */
  toSentence(error: CalendarError): string;
  /** Receives the promise of each started operation. The caller gets the returned promise instead. */
  follow?<T>(call: Promise<T>): Promise<T>;
}

/** Options for write operations. Each operation supports some of them. */
type CallOptions = Pick<UpdateOptions, "strict" | "origin" | "ifMatch">;

/**
 * Functions that run operations in the name of one caller. Each receives a function that returns the
 * operation. The operations depend on the contributions of plugins, and a plugin may get an API object before
 * the contributions exist.
 */
export interface Calls {
  readonly readItem: <Values, View extends RecordView, R>(
    operation: () => ItemOperation<Values, View, R>,
    path: PathTarget,
  ) => Promise<View>;
  readonly readList: <Values, View extends RecordView>(
    operation: () => CollectionOperation<Values, ListResult<View>>,
    query: object | undefined,
  ) => Promise<ListResult<View>>;
  /** Reads a list below a record, such as the occurrences of a series. `path` selects the record. */
  readonly readListOf: <Values, View extends RecordView, R>(
    operation: () => ItemOperation<Values, ListResult<View>, R>,
    path: PathTarget,
    query: object | undefined,
  ) => Promise<ListResult<View>>;
  readonly create: <Values, View extends RecordView>(
    operation: () => CollectionOperation<Values, View>,
    values: object,
    options?: CallOptions,
  ) => Promise<View>;
  readonly write: <Values, View extends RecordView, R>(
    operation: () => ItemOperation<Values, View, R>,
    path: PathTarget,
    values: object,
    options?: CallOptions,
  ) => Promise<View>;
  readonly put: <View extends RecordView, R extends { readonly id: number }>(
    operations: () => RecordOperations<View, R>,
    externalId: ExternalId,
    values: object,
    options?: CallOptions,
  ) => Promise<WriteResult<View> & { readonly isNew: boolean }>;
  /** Parses a query with the given parameter definitions. */
  readonly parse: (parameters: Parameters, query: object, actor: Actor) => Promise<ParameterValues>;
  /** Runs any work with the rights of the caller. */
  readonly run: <T>(work: (actor: Actor) => Promise<T>) => Promise<T>;
  readonly withHostAuthorIds: <View extends RecordView>(views: readonly View[]) => Promise<readonly View[]>;
}

/**
 * Creates the functions through which an API object runs operations. Errors get a sentence for people as
 * their message, because no HTTP response adds such a message.
 */
export const createCalls = (
  { toAuthorNumbers, hostAuthorIds }: Pick<Callers, "toAuthorNumbers" | "hostAuthorIds">,
  { actor: actorOf, toSentence, follow = (call) => call }: ApiCaller,
): Calls => {
  const withSentences = async <T>(work: (actor: Actor) => Promise<T>): Promise<T> => {
    try {
      return await work(await actorOf());
    } catch (error) {
      if (!isCalendarError(error)) throw error;
      const { code, details, cause } = error;
      throw new CalendarError(code, details, {
        message: toSentence(error),
        ...(cause !== undefined && { cause }),
      });
    }
  };
  const run: Calls["run"] = (work) => follow(withSentences(work));

  return {
    run,
    withHostAuthorIds: (views) => hostAuthorIds.inViews(views),
    readItem: (operation, path) =>
      run(async (actor) => {
        const read = operation();
        const found = await findTarget(read, path, actor);
        return hostAuthorIds.inView(await perform(read, {}, actor, { found }));
      }),
    readList: (operation, query = {}) =>
      run(async (actor) => hostAuthorIds.inList(await perform(operation(), { ...query }, actor))),
    readListOf: (operation, path, query = {}) =>
      run(async (actor) => {
        const list = operation();
        const found = await findTarget(list, path, actor);
        return hostAuthorIds.inList(await perform(list, { ...query }, actor, { found }));
      }),
    create: (operation, values, { strict = false, origin: recordOrigin } = {}) =>
      run(async (actor) => {
        const sent = { ...(await toAuthorNumbers(values, actor)) };
        return hostAuthorIds.inWritten(await perform(operation(), sent, actor, { strict, recordOrigin }));
      }),
    write: (operation, path, values, { strict = false, origin: recordOrigin, ifMatch } = {}) =>
      run(async (actor) => {
        const write = operation();
        const found = await findTarget(write, path, actor);
        const sent = { ...(await toAuthorNumbers(values, actor)) };
        const view = await perform(write, sent, actor, {
          found,
          strict,
          recordOrigin,
          ...(ifMatch !== undefined && { ifMatch: [ifMatch] }),
        });
        return hostAuthorIds.inWritten(view);
      }),
    put: (operations, { source, id }, values, { strict = false, origin: recordOrigin, ifMatch } = {}) =>
      run(async (actor) => {
        const sent = { ...(await toAuthorNumbers(values, actor)) };
        const { view, isNew } = await putByExternalId(
          operations(),
          toPathExternalId(source, id),
          sent,
          actor,
          { strict, recordOrigin, ...(ifMatch !== undefined && { ifMatch: [ifMatch] }) },
        );
        return { ...(await hostAuthorIds.inWritten(view)), isNew };
      }),
    parse(parameters, query, actor) {
      const parsing: CollectionOperation<ParameterValues, ParameterValues> = {
        method: "read",
        parameters,
        permits: () => true,
        run: async (values) => values,
      };
      return perform(parsing, { ...query }, actor);
    },
  };
};
