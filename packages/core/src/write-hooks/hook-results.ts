import { type CalendarError, invalidParameter, isCalendarError } from "../errors.ts";
import { isPending } from "../pending.ts";

/** Maximum length of the parameter name in a problem, because responses repeat it. */
const MAX_NAME_LENGTH = 200;

/**
 * Returns the result of a hook. An error other than a `CalendarError` is wrapped with the name of the hook.
 */
export const callHook = <T>(owner: string, call: () => T): T => {
  try {
    return call();
  } catch (error) {
    throw named(owner, error);
  }
};

/** Same as `answerOf` for asynchronous hooks. */
export const callHookAsync = async <T>(owner: string, call: () => T | Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw named(owner, error);
  }
};

const named = (owner: string, error: unknown): unknown =>
  isCalendarError(error) ? error : new Error(`${owner} failed`, { cause: error });

/** Throws if the result is a promise. */
export const requireSynchronous = (owner: string, result: unknown): void => {
  if (!isPending(result)) return;
  // The result is ignored, so a rejection must not become an unhandled one.
  result.then(undefined, () => undefined);
  throw new Error(`${owner} returned a promise, but must be synchronous`);
};

/**
 * Returns the error for a refusal, or `undefined` for other objects. Throws if the result is not an object,
 * or an invalid refusal.
 */
export const refusalIn = (owner: string, result: unknown): CalendarError | undefined => {
  if (typeof result !== "object" || result === null) throw new Error(`${owner} did not return an object`);
  if (!("problem" in result)) return undefined;
  const { parameter, text, at } = (result.problem ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof parameter !== "string" || parameter === "" || parameter.length > MAX_NAME_LENGTH) {
    throw new Error(`${owner} returned a problem without the name of a parameter`);
  }
  return invalidParameter(parameter, {
    reason: "not-acceptable",
    ...(typeof text === "string" && { text }),
    ...(typeof at === "string" && { at }),
  });
};
