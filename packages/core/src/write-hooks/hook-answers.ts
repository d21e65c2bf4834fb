import { type CalendarError, invalidParameter, isCalendarError } from "../errors.ts";
import { isPending } from "../pending.ts";

/** Maximum length of the parameter name in a problem, because responses repeat it. */
const MAX_NAME_LENGTH = 200;

/**
 * Returns the result of a hook. An error other than a `CalendarError` is wrapped with the name of the hook.
 */
export const answerOf = <T>(owner: string, ask: () => T): T => {
  try {
    return ask();
  } catch (error) {
    throw named(owner, error);
  }
};

/** Same as `answerOf` for asynchronous hooks. */
export const answerLater = async <T>(owner: string, ask: () => T | Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    throw named(owner, error);
  }
};

const named = (owner: string, error: unknown): unknown =>
  isCalendarError(error) ? error : new Error(`${owner} failed`, { cause: error });

/** Throws if the result is a promise. */
export const demandNow = (owner: string, answer: unknown): void => {
  if (!isPending(answer)) return;
  // The result is ignored, so a rejection must not become an unhandled one.
  answer.then(undefined, () => undefined);
  throw new Error(`${owner} returned a promise, but must be synchronous`);
};

/**
 * Returns the error for a refusal, or `undefined` for other objects. Throws if the result is not an object,
 * or an invalid refusal.
 */
export const refusalIn = (owner: string, answer: unknown): CalendarError | undefined => {
  if (typeof answer !== "object" || answer === null) throw new Error(`${owner} did not return an object`);
  if (!("problem" in answer)) return undefined;
  const { parameter, text, at } = (answer.problem ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof parameter !== "string" || parameter === "" || parameter.length > MAX_NAME_LENGTH) {
    throw new Error(`${owner} returned a problem without the name of a parameter`);
  }
  return invalidParameter(parameter, {
    reason: "not-acceptable",
    ...(typeof text === "string" && { text }),
    ...(typeof at === "string" && { at }),
  });
};
