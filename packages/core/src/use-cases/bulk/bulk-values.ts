import { CalendarError, invalidParameter, type Problem } from "../../errors.ts";
import { toIdList } from "../../parameters/lists.ts";
import { toNumber } from "../../parameters/scalars.ts";
import { MAX_SHIFT_DAYS, type Shift } from "./shifted-dates.ts";

/** Change of the categories or tags of an event. */
export type TermChange = {
  readonly action: "categories" | "tags";
  readonly add: readonly number[];
  readonly remove: readonly number[];
};

/** Change that a bulk request makes to each of its records. It is JSON, so that a job can store it. */
export type BulkChange =
  | { readonly action: "publish" | "draft" | "trash" | "restore" | "cancel" | "duplicate" }
  | TermChange
  /** `venue`: id of the new venue; `null` removes the venue. */
  | { readonly action: "venue"; readonly venue: number | null }
  | ({ readonly action: "shift" } & Shift);

type Sent = Readonly<Record<string, unknown>>;

/** Maximum number of terms in `add` and in `remove`. */
const MAX_TERMS = 100;

/** Names of the values of each action; an action that is missing here takes no values. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  categories: ["add", "remove"],
  tags: ["add", "remove"],
  venue: ["venue"],
  shift: ["days", "start_time"],
};

/** Returns the error for one of the values. */
export const invalidValue = (name: string, problem: Problem): CalendarError =>
  invalidParameter("values", { ...problem, at: `[${name}]` });

/**
 * Returns the change of an action with its values. It checks only the form of the values. Throws
 * `rest_missing_callback_param` or `rest_invalid_param` for `values`.
 * Source: rules/bulk.md#values.
 */
export const toBulkChange = (action: string, sent: Sent = {}): BulkChange => {
  const names = NAMES[action] ?? [];
  const unknown = Object.keys(sent).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalidValue(unknown.slice(0, 100), { reason: "not-acceptable" });
  if (names.length > 0 && names.every((name) => sent[name] === undefined))
    throw new CalendarError("rest_missing_callback_param", { missing: ["values"] });
  switch (action) {
    case "categories":
    case "tags":
      return { action, add: idsOf("add", sent), remove: idsOf("remove", sent) };
    case "venue":
      return { action, venue: venueOf(sent) };
    case "shift":
      return { action, ...shiftOf(sent) };
    default:
      // The type is safe, because the parameter `action` has only these other values.
      return { action } as BulkChange;
  }
};

const idsOf = (name: string, { [name]: raw = [] }: Sent): readonly number[] => {
  if (Array.isArray(raw) && raw.length === 0) return [];
  const found = toIdList(raw, MAX_TERMS);
  if ("problem" in found) throw invalidValue(name, found.problem);
  return found.value;
};

const venueOf = (sent: Sent): number | null => {
  if (sent.venue === null) return null;
  const [id, ...others] = idsOf("venue", sent);
  if (id === undefined || others.length > 0)
    throw invalidValue("venue", { reason: "not-a-positive-integer" });
  return id;
};

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

const shiftOf = ({ days = 0, start_time: time }: Sent): Shift => {
  const number = toNumber(days);
  if (number === undefined || !Number.isSafeInteger(number))
    throw invalidValue("days", { reason: "not-an-integer" });
  if (Math.abs(number) > MAX_SHIFT_DAYS)
    throw invalidValue("days", {
      reason: "out-of-range",
      values: { minimum: -MAX_SHIFT_DAYS, maximum: MAX_SHIFT_DAYS },
    });
  if (time === undefined) return { days: number };
  if (typeof time !== "string" || !TIME.test(time))
    throw invalidValue("start_time", { reason: "not-a-date" });
  return { days: number, startTime: time.length === 5 ? `${time}:00` : time };
};
