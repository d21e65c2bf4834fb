import type { WriteRequest } from "./adjustment.ts";
import type { Problem } from "./errors.ts";
import type { IfMatch } from "./model/optimistic-locking.ts";
import type { RecordOrigin } from "./model/post.ts";
import type { OperationMethod, Parameter, ParametersFor, ParameterValues } from "./parameter.ts";
import type { RequestTrace } from "./ports/domain-events.ts";
import type { Actor } from "./rights/actor.ts";

/** Reference to a record in a path; the text is percent-decoded. */
export interface PathTarget {
  readonly name: "id" | "slug";
  readonly text: string;
  /** Recurrence id as sent, in a path to an occurrence. The text then refers to its series. */
  readonly recurrenceId?: string;
}

/** Record that a path refers to, read once for all steps of an operation. */
export interface FoundRecord<R> {
  readonly name: PathTarget["name"];
  /** Absent if there is no such record. */
  readonly record?: R | undefined;
  /** True if the id belongs to a record of another kind. */
  readonly isOther?: boolean;
  /**
   * Problem of the path itself. Absent if the record is only missing: the operation reports that when it
   * runs.
   */
  readonly problem?: Problem;
}

/** Path parameters of an operation on a record. Terms and images have no slugs in paths. */
export interface Target<R> {
  readonly id: Parameter;
  readonly slug?: Parameter;
  find(path: PathTarget, actor: Actor): Promise<FoundRecord<R>>;
}

/** Call of an operation, without its values. */
export interface Call<R = undefined> extends WriteRequest {
  readonly actor: Actor;
  /** Set for operations on one record. */
  readonly found?: FoundRecord<R> | undefined;
  /** Set for writes of one record. Absent: any revision is accepted. */
  readonly ifMatch?: IfMatch | undefined;
  readonly trace?: RequestTrace | undefined;
  /** Origin of the records that the call creates. */
  readonly recordOrigin?: RecordOrigin | undefined;
  /**
   * Returns true if the client has gone. A write or dry run whose transaction has not begun yet then does not
   * begin. Absent: a client always waits.
   */
  readonly isGone?: (() => boolean) | undefined;
}

/** Operation of the calendar; `perform` runs its steps. */
export interface Operation<Values, Result, R = undefined> {
  readonly method: OperationMethod;
  /** Parameters in the order of the documentation. */
  readonly parameters: ParametersFor<Values>;
  /**
   * Members of representations that are not parameters. Writes accept them when they are sent back. Set for
   * writes.
   */
  readonly shown?: ReadonlySet<string>;
  readonly target?: Target<R>;
  /**
   * True if the actor may call the operation for the given record; without one, it checks the general right,
   * if any. Does not check that the record exists.
   */
  permits(actor: Actor, found?: FoundRecord<R>): boolean | Promise<boolean>;
  /** Runs the operation. Throws `CalendarError`. Writes check rights again inside their transaction. */
  run(values: Values, call: Call<R>): Promise<Result>;
}

/** Operation on a collection: list or create. */
export interface CollectionOperation<Values, Result> extends Operation<Values, Result> {
  permits(actor: Actor): boolean;
}

/** Operation on one record. */
export interface ItemOperation<Values, Result, R> extends Operation<Values, Result, R> {
  readonly target: Target<R>;
  permits(actor: Actor, found?: FoundRecord<R>): boolean;
}

/** Operation as the parser sees it, without the types of values. */
export type AnyOperation = Omit<Operation<ParameterValues, unknown, unknown>, "run">;
