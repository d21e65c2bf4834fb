import { createListing, type Listing } from "./listing.ts";
import type { Send } from "./transport.ts";

/**
 * Name of an occurrence: the id of its series and its original start by the recurrence, such as `2031-05-23
 * 20:30:00`.
 */
export interface OccurrenceName {
  readonly series: number;
  readonly recurrenceId: string;
}

/**
 * Name of a record: its id, or for kinds that support it a slug, or a series and the start of an occurrence.
 */
export type RecordName = number | { readonly slug: string } | OccurrenceName;

/** Types of one kind of record. Kinds that can be updated also have `changes`. */
export interface ResourceTypes {
  readonly name: RecordName;
  readonly record: unknown;
  readonly query: object;
  readonly creation: object;
}

export interface RequestOptions {
  /** Aborts the request; the promise then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

export interface WriteOptions extends RequestOptions {
  /**
   * Makes the server refuse a write (400) if it cannot store all values as sent. Otherwise it adjusts them,
   * and `onAdjusted` gets their names.
   */
  readonly strict?: boolean;
}

export interface ConditionOptions {
  /**
   * Makes the server refuse the write (412) if the record changed since it had this tag; see `etagOf`. `*`
   * accepts any version.
   */
  readonly ifMatch?: string | undefined;
}

export interface OnceOptions {
  /**
   * Key under which the server performs the request only once, however often it is sent. Use a new key, such
   * as a UUID, for each operation.
   */
  readonly idempotencyKey?: string | undefined;
}

interface RecordMethods<R extends ResourceTypes> {
  /** Returns a list. The first request is sent when you iterate or request a page. */
  list(query?: R["query"], options?: RequestOptions): Listing<R["record"]>;
  create(values: R["creation"], options?: WriteOptions & OnceOptions): Promise<R["record"]>;
  get(name: R["name"], options?: RequestOptions): Promise<R["record"]>;
  /** Deletes the record and returns its last state. */
  delete(name: R["name"], options?: RequestOptions & ConditionOptions): Promise<R["record"]>;
}

interface UpdateMethod<R extends ResourceTypes, Changes> {
  /** Changes the given members and keeps the others. */
  update(name: R["name"], values: Changes, options?: WriteOptions & ConditionOptions): Promise<R["record"]>;
}

interface OccurrenceMethods<Occurrence, Query> {
  /**
   * Returns the occurrences of a series. Occurrences that are not stored yet are included and have no id.
   * `id` is the id of the series or of one occurrence.
   */
  occurrences(id: number, query?: Query, options?: RequestOptions): Listing<Occurrence>;
}

/** Methods for one kind of record. */
export type RecordClient<R extends ResourceTypes> = RecordMethods<R> &
  (R extends { readonly changes: infer Changes } ? UpdateMethod<R, Changes> : unknown) &
  (R extends { readonly occurrence: infer Occurrence; readonly occurrenceQuery: infer Query }
    ? OccurrenceMethods<Occurrence, Query>
    : unknown);

/** Type of a member that only some kinds have. */
type Member<R, Name extends string> = R extends { readonly [Given in Name]: infer Type extends object }
  ? Type
  : never;

type AnyClient<R extends ResourceTypes> = RecordMethods<R> &
  UpdateMethod<R, Member<R, "changes">> &
  OccurrenceMethods<Member<R, "occurrence">, Member<R, "occurrenceQuery">>;

/**
 * Returns a client for one kind of record. `name` is its path, such as `events`; the types are those of the
 * OpenAPI document.
 */
export const createRecordClient = <R extends ResourceTypes>(send: Send, name: string): AnyClient<R> => {
  const pathOf = (record: RecordName): string => {
    if (typeof record !== "object") return `/${name}/${encodeURIComponent(record)}`;
    return "slug" in record
      ? `/${name}/by-slug/${encodeURIComponent(record.slug)}`
      : `/${name}/${encodeURIComponent(record.series)}/occurrences/${encodeURIComponent(record.recurrenceId)}`;
  };
  return {
    list: (query, { signal } = {}) => createListing({ send, name, query, signal }),
    create: (body, { strict, idempotencyKey, signal } = {}) =>
      send({ method: "POST", path: `/${name}`, body, strict, idempotencyKey, signal }),
    get: (record, { signal } = {}) => send({ path: pathOf(record), signal }),
    update: (record, body, { strict, ifMatch, signal } = {}) =>
      send({ method: "PATCH", path: pathOf(record), body, strict, ifMatch, signal }),
    delete: (record, { ifMatch, signal } = {}) =>
      send({ method: "DELETE", path: pathOf(record), ifMatch, signal }),
    occurrences: (id, query, { signal } = {}) =>
      createListing({ send, name, path: `${pathOf(id)}/occurrences`, query, signal }),
  };
};
