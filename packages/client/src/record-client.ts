import { createListing, type Listing } from "./listing.ts";
import type { Send } from "./transport.ts";

/** An occurrence: its series, by the id, and the start that the recurrence gives it, such as `2031-05-23 20:30:00`. */
export interface OccurrenceName {
  readonly series: number;
  readonly recurrenceId: string;
}

/** How a record is named: by its id, or where there are such addresses by its slug or its series. */
export type RecordName = number | { readonly slug: string } | OccurrenceName;

/** The types of one kind of record; kinds that can be changed also have `changes`. */
export interface ResourceTypes {
  readonly name: RecordName;
  readonly record: unknown;
  readonly query: object;
  readonly creation: object;
}

export interface RequestOptions {
  /** Stops the request; the promise then rejects with its reason. */
  readonly signal?: AbortSignal;
}

export interface WriteOptions extends RequestOptions {
  /** Refuses (400) what would not be stored as it is sent; without it `onAdjusted` names it. */
  readonly strict?: boolean;
}

export interface ConditionOptions {
  /** Refuses (412) when the record has been written since it had this tag: see `etagOf`. `*`: any. */
  readonly ifMatch?: string | undefined;
}

export interface OnceOptions {
  /** Done once, however often it is sent with this key; another one for each thing to be done, such as a UUID. */
  readonly idempotencyKey?: string | undefined;
}

interface RecordKeeper<R extends ResourceTypes> {
  /** Nothing is asked before somebody iterates or takes a page. */
  list(query?: R["query"], options?: RequestOptions): Listing<R["record"]>;
  create(values: R["creation"], options?: WriteOptions & OnceOptions): Promise<R["record"]>;
  get(name: R["name"], options?: RequestOptions): Promise<R["record"]>;
  /** Gives the record as it was deleted. */
  delete(name: R["name"], options?: RequestOptions & ConditionOptions): Promise<R["record"]>;
}

interface RecordWriter<R extends ResourceTypes, Changes> {
  /** Changes what is given; the rest stays. */
  update(name: R["name"], values: Changes, options?: WriteOptions & ConditionOptions): Promise<R["record"]>;
}

interface OccurrenceKeeper<Occurrence, Query> {
  /** The occurrences of a series, also such as are not kept yet: those have no id. `id`: of the series or of an occurrence. */
  occurrences(id: number, query?: Query, options?: RequestOptions): Listing<Occurrence>;
}

/** What can be done with one kind of record. */
export type RecordClient<R extends ResourceTypes> = RecordKeeper<R> &
  (R extends { readonly changes: infer Changes } ? RecordWriter<R, Changes> : unknown) &
  (R extends { readonly occurrence: infer Occurrence; readonly occurrenceQuery: infer Query }
    ? OccurrenceKeeper<Occurrence, Query>
    : unknown);

/** The type of a member that not all kinds have. */
type Member<R, Name extends string> = R extends { readonly [Given in Name]: infer Type extends object }
  ? Type
  : never;

type AnyClient<R extends ResourceTypes> = RecordKeeper<R> &
  RecordWriter<R, Member<R, "changes">> &
  OccurrenceKeeper<Member<R, "occurrence">, Member<R, "occurrenceQuery">>;

/** For `name`, such as `events`; its types are the interface document's. */
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
