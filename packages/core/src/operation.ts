import type { WriteRequest } from "./adjustment.ts";
import type { Problem } from "./errors.ts";
import type { RecordOrigin } from "./model/post.ts";
import type { IfMatch } from "./model/revision.ts";
import type { OperationMethod, Parameter, ParametersFor, ParameterValues } from "./parameter.ts";
import type { RequestTrace } from "./ports/domain-events.ts";
import type { Actor } from "./rights/actor.ts";

/** How a path names a record; the text is percent-decoded. */
export interface PathTarget {
  readonly name: "id" | "slug";
  readonly text: string;
  /** Of a path to an occurrence, which names its series by the text: its recurrence id as it was sent. */
  readonly recurrenceId?: string;
}

/** What a path names, read once for all steps of an operation. */
export interface Found<R> {
  readonly name: PathTarget["name"];
  /** Absent: there is none. */
  readonly record?: R | undefined;
  /** There is none of this kind, but the id is that of a record of another kind. */
  readonly isOther?: boolean;
  /** Why the path is refused; absent where there is no record: the operation says so when it runs. */
  readonly problem?: Problem;
}

/** How paths name the record of an operation. Terms and images have no slugs there. */
export interface Target<R> {
  readonly id: Parameter;
  readonly slug?: Parameter;
  find(path: PathTarget, actor: Actor): Promise<Found<R>>;
}

/** What an operation knows of its call in addition to the values. */
export interface Call<R = undefined> extends WriteRequest {
  readonly actor: Actor;
  /** Of operations on one record. */
  readonly found?: Found<R> | undefined;
  /** Of writes of one record. Absent: whatever revision it has. */
  readonly ifMatch?: IfMatch | undefined;
  readonly trace?: RequestTrace | undefined;
  /** Origin of the records that the call creates. */
  readonly recordOrigin?: RecordOrigin | undefined;
  /** True if nobody waits for the result any more: a write or a dry run whose transaction has not begun yet does not begin. Absent: somebody waits. */
  readonly isGone?: (() => boolean) | undefined;
}

/** One thing the calendar can do for a caller; `perform` leads through its steps. */
export interface Operation<Values, Result, R = undefined> {
  readonly method: OperationMethod;
  /** In the order of the documentation. */
  readonly parameters: ParametersFor<Values>;
  /** Of writes: members of records that are no parameters. Sent back, they are nothing unknown. */
  readonly shown?: ReadonlySet<string>;
  readonly target?: Target<R>;
  /**
   * Whether the actor may call it, for the record that was found; without one it tests the general right, if any. Existence is
   * not its business.
   */
  permits(actor: Actor, found?: Found<R>): boolean | Promise<boolean>;
  /** Throws `CalendarError`. Writes judge rights again, inside their transaction. */
  run(values: Values, call: Call<R>): Promise<Result>;
}

/** An operation on a collection: list or create. */
export interface CollectionOperation<Values, Result> extends Operation<Values, Result> {
  permits(actor: Actor): boolean;
}

/** An operation on one record. */
export interface ItemOperation<Values, Result, R> extends Operation<Values, Result, R> {
  readonly target: Target<R>;
  permits(actor: Actor, found?: Found<R>): boolean;
}

/** An operation whose types do not matter: how the parser sees it. */
export type AnyOperation = Omit<Operation<ParameterValues, unknown, unknown>, "run">;
