import { CalendarError } from "./errors.ts";
import type { RecordOrigin } from "./model/post.ts";
import type { IfMatch } from "./model/revision.ts";
import type { Found, Operation, PathTarget, Target } from "./operation.ts";
import type { OwnFile } from "./parameter.ts";
import { inspect } from "./parsing/hostile-values.ts";
import { parse, type RawValues } from "./parsing/parse.ts";
import type { RequestTrace } from "./ports/domain-events.ts";
import type { Actor } from "./rights/actor.ts";

/** What a call may carry in addition to the values and the caller. */
interface PerformOptions<R> {
  /** What the path names: required for operations on one record. */
  readonly found?: Found<R> | undefined;
  /** Refuses what would be adjusted, before anything is stored. Source: RFC 7240, `handling=strict`. */
  readonly strict?: boolean;
  readonly ownFile?: OwnFile;
  readonly ifMatch?: IfMatch | undefined;
  readonly trace?: RequestTrace | undefined;
  /** Origin of the records that the call creates. */
  readonly recordOrigin?: RecordOrigin | undefined;
  /** See `Call`. */
  readonly isGone?: (() => boolean) | undefined;
}

/**
 * The one way through an operation: raw values parsed, the right asked for, the operation run. Throws what `parse`
 * throws, `rest_forbidden`, and what the operation throws. Source: rules/interface.md#validation-order,
 * rules/interface.md#validation-before-rights.
 */
export const perform = async <Values, Result, R>(
  operation: Operation<Values, Result, R>,
  raw: RawValues,
  actor: Actor,
  { found, strict = false, ownFile, ...call }: PerformOptions<R> = {},
): Promise<Result> => {
  const { values, adjustments } = await parse(operation, raw, actor, { found, ownFile });
  if (!(await operation.permits(actor, found))) throw new CalendarError("rest_forbidden");
  // The declarations are what gives the values their types.
  return operation.run(values as Values, { ...call, actor, found, strict, adjustments });
};

/** What a path names for this operation, to be handed to `perform`. */
export const findTarget = async <R>(
  { target }: { readonly target: Target<R> },
  path: PathTarget,
  actor: Actor,
): Promise<Found<R>> => {
  const { name, text, recurrenceId = "" } = path;
  if (target[name] === undefined) return { name, problem: { reason: "not-acceptable" } };
  for (const part of [text, recurrenceId]) {
    const inspected = inspect(part);
    if ("problem" in inspected) return { name, problem: inspected.problem };
  }
  return target.find(path, actor);
};
