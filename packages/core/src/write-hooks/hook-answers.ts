import { type CalendarError, invalidParameter, isCalendarError } from "../errors.ts";
import { isPending } from "../pending.ts";

/** Problems of names this long at most: they come back to callers. */
const MAX_NAME_LENGTH = 200;

/** What the hook answers. A failure that is no `CalendarError` says whose it is. */
export const answerOf = <T>(owner: string, ask: () => T): T => {
  try {
    return ask();
  } catch (error) {
    throw named(owner, error);
  }
};

/** The same of what answers later. */
export const answerLater = async <T>(owner: string, ask: () => T | Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    throw named(owner, error);
  }
};

const named = (owner: string, error: unknown): unknown =>
  isCalendarError(error) ? error : new Error(`${owner} failed`, { cause: error });

/** Throws unless the answer is there at once. */
export const demandNow = (owner: string, answer: unknown): void => {
  if (!isPending(answer)) return;
  // What it comes to is of no interest any more.
  answer.then(undefined, () => undefined);
  throw new Error(`${owner} answered a promise: it must answer at once`);
};

/** The error that a refusal stands for; `undefined` for other objects. Throws when it is neither a refusal nor an object. */
export const refusalIn = (owner: string, answer: unknown): CalendarError | undefined => {
  if (typeof answer !== "object" || answer === null) throw new Error(`${owner} answered no object`);
  if (!("problem" in answer)) return undefined;
  const { parameter, text, at } = (answer.problem ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof parameter !== "string" || parameter === "" || parameter.length > MAX_NAME_LENGTH) {
    throw new Error(`${owner} answered a problem that names no parameter`);
  }
  return invalidParameter(parameter, {
    reason: "not-acceptable",
    ...(typeof text === "string" && { text }),
    ...(typeof at === "string" && { at }),
  });
};
