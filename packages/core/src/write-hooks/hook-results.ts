import { type CalendarError, invalidParameter, isCalendarError } from "../errors.ts";
import { isPending } from "../pending.ts";

/**
 * Maximum number of characters of the parameter name in a hook's refusal. The limit exists because error
 * responses contain the name.
 */
const MAX_NAME_LENGTH = 200;

/**
 * Calls a hook and returns its result. A `CalendarError` is thrown unchanged; any other error is wrapped with
 * the name of the hook's owner.
 */
export const callHook = <T>(owner: string, call: () => T): T => {
  try {
    return call();
  } catch (error) {
    throw named(owner, error);
  }
};

/** Same as `callHook`, for asynchronous hooks. */
export const callHookAsync = async <T>(owner: string, call: () => T | Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    throw named(owner, error);
  }
};

const named = (owner: string, error: unknown): unknown =>
  isCalendarError(error) ? error : new Error(`${owner} failed`, { cause: error });

/** Throws if the result of a hook is a promise. */
export const requireSynchronous = (owner: string, result: unknown): void => {
  if (!isPending(result)) return;
  // The promise itself is not used, so its rejection must not become an unhandled rejection.
  result.then(undefined, () => undefined);
  throw new Error(`${owner} returned a promise, but must be synchronous`);
};

/**
 * Returns the error for a hook's refusal, or `undefined` if the object is not a refusal. Throws if the result
 * is not an object, or is an invalid refusal.
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
