import { createListing, type Listing } from "./listing.ts";
import type { Send } from "./transport.ts";

/**
 * Name of an occurrence: the id of its series, and its original start in local time, such as `2031-05-23
 * 20:30:00`.
 */
export interface OccurrenceName {
  readonly series: number;
  readonly recurrenceId: string;
}

/**
 * Name of a record: its id. Some kinds also allow a slug, or a series with the original start of an
 * occurrence.
 */
export type RecordName = number | { readonly slug: string } | OccurrenceName;

/** Id of a record in another system, such as `{ source: "crm", id: "4711" }`. */
export interface ExternalId {
  readonly source: string;
  readonly id: string;
}

/** Types of one kind of record. `changes` is present if records of this kind can be updated. */
export interface ResourceTypes {
  readonly name: RecordName;
  readonly record: unknown;
  readonly query: object;
  readonly creation: object;
}

export interface RequestOptions {
  /** Signal that aborts the request. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface WriteOptions extends RequestOptions {
  /**
   * If true, the server refuses (400) a write whose values it would store differently. Otherwise it adjusts
   * these values, and `onAdjusted` is called with their names.
   */
  readonly strict?: boolean;
}

export interface ConditionOptions {
  /**
   * `ETag` of the record: see `etagOf`. The server refuses the write (412) if the record has changed since it
   * had this tag. `*` accepts any version.
   */
  readonly ifMatch?: string | undefined;
}

export interface OnceOptions {
  /**
   * Key under which the server processes the request only once, even if it is sent several times. Use a new
   * key, such as a UUID, for each operation.
   */
  readonly idempotencyKey?: string | undefined;
}

interface RecordMethods<R extends ResourceTypes> {
  /** Returns a list. It sends the first request when you iterate over it or call `page`. */
  list(query?: R["query"], options?: RequestOptions): Listing<R["record"]>;
  create(values: R["creation"], options?: WriteOptions & OnceOptions): Promise<R["record"]>;
  /** Returns the record. For a merged record, returns the one into which it was merged. */
  get(name: R["name"], options?: RequestOptions): Promise<R["record"]>;
  /** Deletes the record and returns its last state. */
  delete(name: R["name"], options?: RequestOptions & ConditionOptions): Promise<R["record"]>;
}

interface UpdateMethod<R extends ResourceTypes, Changes> {
  /** Updates the record with these values. Other members stay unchanged. */
  update(name: R["name"], values: Changes, options?: WriteOptions & ConditionOptions): Promise<R["record"]>;
}

export interface RestoreOptions extends WriteOptions, ConditionOptions, OnceOptions {
  /** If true, the server stores nothing and returns the record as it would store it. */
  readonly dryRun?: boolean;
}

interface HistoryMethods<Item, Version> {
  /** Returns the earlier contents of a record, newest first and without the records themselves. */
  revisions(id: number, options?: RequestOptions): Promise<readonly Omit<Version, "record">[]>;
  /** Returns the earlier content with this number, with the record. */
  revision(id: number, revision: number, options?: RequestOptions): Promise<Version>;
  /** Changes the record back to the earlier content with this number. */
  restore(id: number, revision: number, options?: RestoreOptions): Promise<Item>;
}

/** Method of the kinds of records that can be merged. */
export interface MergeMethod<R extends ResourceTypes> {
  /**
   * Merges the records with the ids in `from` into the record `id`, and returns that record. Moves their
   * events to the record `id` and removes the merged records. Afterwards, the addresses of the merged records
   * redirect to the record `id`.
   */
  merge(
    id: number,
    from: readonly number[],
    options?: RequestOptions & ConditionOptions & OnceOptions,
  ): Promise<R["record"]>;
}

interface PutMethod<R extends ResourceTypes, Changes> {
  /**
   * Updates the record with this id of another system, or creates it if there is none. Other members of an
   * existing record stay unchanged. A new record needs the same members as for `create`.
   */
  putByExternalId(
    externalId: ExternalId,
    values: R["creation"] | Changes,
    options?: WriteOptions & ConditionOptions,
  ): Promise<R["record"]>;
}

interface OccurrenceMethods<Occurrence, Query> {
  /**
   * Returns the occurrences of a series, including those that are not stored and have no id. `id` is that of
   * the series or of one of its occurrences.
   */
  occurrences(id: number, query?: Query, options?: RequestOptions): Listing<Occurrence>;
}

/** Functions for records that can have external ids. */
type Puts<R extends ResourceTypes, Changes> = "external_ids" extends keyof R["record"]
  ? PutMethod<R, Changes>
  : unknown;

/** Functions for one kind of record. */
export type RecordClient<R extends ResourceTypes> = RecordMethods<R> &
  (R extends { readonly version: infer Version } ? HistoryMethods<R["record"], Version> : unknown) &
  (R extends { readonly changes: infer Changes } ? UpdateMethod<R, Changes> & Puts<R, Changes> : unknown) &
  (R extends { readonly occurrence: infer Occurrence; readonly occurrenceQuery: infer Query }
    ? OccurrenceMethods<Occurrence, Query>
    : unknown);

/** Type of the member `Name` of `R`; `never` if `R` has no such member. */
type Member<R, Name extends string> = R extends { readonly [Given in Name]: infer Type extends object }
  ? Type
  : never;

interface Revisions<Version> {
  readonly revisions: readonly Omit<Version, "record">[];
}

type AnyClient<R extends ResourceTypes> = RecordMethods<R> &
  MergeMethod<R> &
  UpdateMethod<R, Member<R, "changes">> &
  HistoryMethods<R["record"], Member<R, "version">> &
  PutMethod<R, Member<R, "changes">> &
  OccurrenceMethods<Member<R, "occurrence">, Member<R, "occurrenceQuery">>;

/**
 * Creates the client for one kind of record. `name` is the path of the kind, such as `events`. The OpenAPI
 * document defines the types.
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
    get: (record, { signal } = {}) => send({ path: pathOf(record), followsMerged: true, signal }),
    update: (record, body, { strict, ifMatch, signal } = {}) =>
      send({ method: "PATCH", path: pathOf(record), body, strict, ifMatch, signal }),
    putByExternalId: ({ source, id }, body, { strict, ifMatch, signal } = {}) => {
      const path = `/${name}/by-external-id/${encodeURIComponent(source)}/${encodeURIComponent(id)}`;
      return send({ method: "PUT", path, body, strict, ifMatch, signal });
    },
    delete: (record, { ifMatch, signal } = {}) =>
      send({ method: "DELETE", path: pathOf(record), ifMatch, signal }),
    revisions: async (id, { signal } = {}) => {
      const path = `${pathOf(id)}/revisions`;
      const { revisions } = await send<Revisions<Member<R, "version">>>({ path, signal });
      return revisions;
    },
    revision: (id, revision, { signal } = {}) =>
      send({ path: `${pathOf(id)}/revisions/${encodeURIComponent(revision)}`, signal }),
    restore: (id, revision, { dryRun, ...options } = {}) =>
      send({
        method: "POST",
        path: `${pathOf(id)}/revisions/${encodeURIComponent(revision)}/restore`,
        body: { dry_run: dryRun },
        ...options,
      }),
    merge: (record, from, { ifMatch, idempotencyKey, signal } = {}) =>
      send({
        method: "POST",
        path: `${pathOf(record)}/merge`,
        body: { from },
        ifMatch,
        idempotencyKey,
        signal,
      }),
    occurrences: (id, query, { signal } = {}) =>
      createListing({ send, name, path: `${pathOf(id)}/occurrences`, query, signal }),
  };
};
