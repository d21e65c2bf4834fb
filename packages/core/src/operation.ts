import type { WriteRequest } from "./adjustment.ts";
import type { Actor } from "./model/actor.ts";
import type { OperationMethod, Parameter, Parameters, ParametersFor } from "./parameter.ts";

/**
 * One thing the calendar can do for a caller. Whoever calls it (HTTP, the in-process services) goes through these steps in
 * this order: parse the values by `parameters` and `target` (00-overview section 4, steps 4-6), ask `permits` (step 7),
 * then `run` (step 8).
 */
interface OperationBase<Values> {
  readonly method: OperationMethod;
  /** In the order of the documentation. */
  readonly parameters: ParametersFor<Values>;
  /** Of writes: members that records show beside the parameters. Sent back, they are nothing unknown. */
  readonly shown?: ReadonlySet<string>;
  /**
   * Whether the actor may call it; `id` as in the path, absent on collections and for an unknown slug. Existence is not
   * its business: for an id that it does not know it tests the general right, if any.
   */
  permits(actor: Actor, id?: number): Promise<boolean>;
}

/** An operation on a collection: list or create. */
export interface CollectionOperation<Values, Result> extends OperationBase<Values> {
  /** Throws `CalendarError`. */
  run(values: Values, actor: Actor, request?: WriteRequest): Promise<Result>;
}

/** An operation on one record. */
export interface ItemOperation<Values, Result> extends OperationBase<Values> {
  /** How the path names the record: each parameter turns the text of the path into the record's id. */
  readonly target: TargetParameters;
  /** Throws `CalendarError`. */
  run(id: number, values: Values, actor: Actor, request?: WriteRequest): Promise<Result>;
}

/** An operation that changes one record. */
export interface ChangeOperation<Values, Result, View = Result> extends ItemOperation<Values, Result> {
  /** The same as `permits` for a record at hand, as this operation or one of its siblings answers it; asks nobody. */
  permitsOn(record: View, actor: Actor): boolean;
}

/** Terms have no `slug` addresses. */
export interface TargetParameters {
  readonly id: Parameter<number>;
  readonly slug?: Parameter<number>;
}

/** An operation whose value types do not matter: how routers, parsers and the documentation see it. */
export interface AnyOperation {
  readonly method: OperationMethod;
  readonly parameters: Parameters;
  readonly shown?: ReadonlySet<string>;
  readonly target?: TargetParameters;
  permits(actor: Actor, id?: number): Promise<boolean>;
}
