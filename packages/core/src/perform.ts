import { CalendarError } from "./errors.ts";
import type { ExternalId } from "./model/external-id.ts";
import type { IfMatch } from "./model/optimistic-locking.ts";
import type { RecordOrigin } from "./model/post.ts";
import type { FoundRecord, Operation, PathTarget, Target } from "./operation.ts";
import type { OwnFile } from "./parameter.ts";
import { inspect } from "./parsing/hostile-values.ts";
import { parse, type RawValues } from "./parsing/parse.ts";
import type { RequestTrace } from "./ports/domain-events.ts";
import type { Actor } from "./rights/actor.ts";

/** Options of an operation's call, in addition to the values and the caller. */
export interface PerformOptions<R> {
  /** Record that the path names. Required for operations on one record. */
  readonly found?: FoundRecord<R> | undefined;
  /**
   * True to refuse the request if a value would be stored differently from what was sent.
   * Source: RFC 7240, `handling=strict`.
   */
  readonly strict?: boolean;
  readonly ownFile?: OwnFile;
  readonly ifMatch?: IfMatch | undefined;
  readonly trace?: RequestTrace | undefined;
  /** External id in the path of a PUT: see `Call.externalId`. */
  readonly externalId?: ExternalId | undefined;
  /** Import or subscription that is stored as the origin of the records that the call creates. */
  readonly recordOrigin?: RecordOrigin | undefined;
  /** Returns true if the client has disconnected. A write or dry run then does not begin its transaction. */
  readonly isGone?: (() => boolean) | undefined;
  /** Network of the client: see `Call.client`. */
  readonly client?: string | undefined;
}

/**
 * Performs an operation: parses the values, checks the right and runs the operation. All calls of operations
 * use this function.
 * Throws `rest_forbidden`, and the errors of `parse` and of the operation.
 * Source: rules/interface.md#validation-order, rules/interface.md#validation-before-rights.
 */
export const perform = async <Values, Result, R>(
  operation: Operation<Values, Result, R>,
  raw: RawValues,
  actor: Actor,
  { found, strict = false, ownFile, ...call }: PerformOptions<R> = {},
): Promise<Result> => {
  const { values, adjustments } = await parse(operation, raw, actor, { found, ownFile });
  if (!(await operation.permits(actor, found))) throw new CalendarError("rest_forbidden");
  // The type is safe, because the operation's parameters have parsed the values.
  return operation.run(values as Values, { ...call, actor, found, strict, adjustments });
};

/** Reads the record that a path names. The result is for the option `found` of `perform`. */
export const findTarget = async <R>(
  { target }: { readonly target: Target<R> },
  path: PathTarget,
  actor: Actor,
): Promise<FoundRecord<R>> => {
  const { name, text, recurrenceId = "" } = path;
  if (target[name] === undefined) return { name, problem: { reason: "not-acceptable" } };
  for (const part of [text, recurrenceId]) {
    const inspected = inspect(part);
    if ("problem" in inspected) return { name, problem: inspected.problem };
  }
  return target.find(path, actor);
};
