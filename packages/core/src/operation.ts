import type { WriteRequest } from "./adjustment.ts";
import type { Problem } from "./errors.ts";
import type { ExternalId } from "./model/external-id.ts";
import type { IfMatch } from "./model/optimistic-locking.ts";
import type { RecordOrigin } from "./model/post.ts";
import type { OperationMethod, Parameter, ParametersFor, ParameterValues } from "./parameter.ts";
import type { RequestTrace } from "./ports/domain-events.ts";
import type { Actor } from "./rights/actor.ts";

/** Identification of a record in a path: an id or a slug, percent-decoded. */
export interface PathTarget {
  readonly name: "id" | "slug";
  readonly text: string;
  /**
   * Recurrence id in a path to an occurrence, as the client sent it. The id or slug in the path then
   * identifies the series.
   */
  readonly recurrenceId?: string;
}

/** Record that a path names. It is read once and then used in all steps of an operation. */
export interface FoundRecord<R> {
  readonly name: PathTarget["name"];
  /** Record; absent if it does not exist. */
  readonly record?: R | undefined;
  /**
   * True if the path names a record that was merged into `record`. Reads are redirected to `record`, and
   * updates change it.
   * Source: rules/merging.md#old-addresses.
   */
  readonly isMerged?: true;
  /** True if the id in the path belongs to a record of another kind. */
  readonly isOther?: boolean;
  /**
   * Problem of the path itself. If only the record is missing, this is absent; the operation then reports the
   * missing record when it runs.
   */
  readonly problem?: Problem;
}

/** Path parameters of an operation on one record. Paths to terms and images contain ids only, no slugs. */
export interface Target<R> {
  readonly id: Parameter;
  readonly slug?: Parameter;
  find(path: PathTarget, actor: Actor): Promise<FoundRecord<R>>;
}

/** Call of an operation, without the values. */
export interface Call<R = undefined> extends WriteRequest {
  readonly actor: Actor;
  /** Record that the path names; only for operations on one record. */
  readonly found?: FoundRecord<R> | undefined;
  /** Revisions that the record may have, for writes of one record. Absent: the write accepts any revision. */
  readonly ifMatch?: IfMatch | undefined;
  readonly trace?: RequestTrace | undefined;
  /**
   * External id in the path of a PUT request. A creation gives this id to the new record and never reuses an
   * existing record. An update requires that the record has this id.
   */
  readonly externalId?: ExternalId | undefined;
  /** Import or subscription that is stored as the origin of the records that the call creates. */
  readonly recordOrigin?: RecordOrigin | undefined;
  /**
   * Returns true if the client has disconnected. A write or dry run then does not begin its transaction. If
   * absent, the operation always continues.
   */
  readonly isGone?: (() => boolean) | undefined;
  /** Network of the client, under which expensive reads of visitors are limited. */
  readonly client?: string | undefined;
}

/** Operation of the calendar. `perform` runs its steps. */
export interface Operation<Values, Result, R = undefined> {
  readonly method: OperationMethod;
  /** Parameters of the operation, in the order of the documentation. */
  readonly parameters: ParametersFor<Values>;
  /**
   * Names of members in responses that are not parameters. A client may send them back in a write, without an
   * effect. Present only for writes.
   */
  readonly shown?: ReadonlySet<string>;
  readonly target?: Target<R>;
  /**
   * True if the actor may call the operation for the record that was found. Without a record it checks the
   * general right. It does not check if the record exists.
   */
  permits(actor: Actor, found?: FoundRecord<R>): boolean | Promise<boolean>;
  /**
   * Runs the operation. It may throw a `CalendarError`. A write checks rights again inside its transaction.
   */
  run(values: Values, call: Call<R>): Promise<Result>;
}

/** Operation on a complete collection, such as list or create. */
export interface CollectionOperation<Values, Result> extends Operation<Values, Result> {
  permits(actor: Actor): boolean;
}

/** Operation on one record. */
export interface ItemOperation<Values, Result, R> extends Operation<Values, Result, R> {
  readonly target: Target<R>;
  permits(actor: Actor, found?: FoundRecord<R>): boolean;
}

/** Operation without `run` and without the types of its values, as the parser needs it. */
export type AnyOperation = Omit<Operation<ParameterValues, unknown, unknown>, "run">;
