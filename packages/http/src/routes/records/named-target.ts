import { type Found, findTarget, type PathTarget, type Target } from "@kalends/core/interface";
import { decodePercent } from "../../request/address/bracketed-pairs.ts";
import type { CalendarRequest } from "../../route/route.ts";

/** How the path names the record; digits beyond the precision of a number are those of an id that no record has. */
export const toTarget = (name: PathTarget["name"], captured: string, below?: string): PathTarget => {
  const further = below !== undefined && { recurrenceId: decodePercent(below) };
  if (name === "slug") return { name, text: decodePercent(captured), ...further };
  return { name, text: Number.isSafeInteger(Number(captured)) ? captured : "0", ...further };
};

/**
 * Reads what the path names. Not remembered for the request: an answer that waits for room is made again, of the record as it is
 * by then, and `Allow` of a refused one says what holds after it.
 */
export const findNamed = <R>(
  { captured, capturedBelow, actor }: CalendarRequest,
  operation: { readonly target: Target<R> },
  named: PathTarget["name"] = "id",
): Promise<Found<R>> => findTarget(operation, toTarget(named, captured, capturedBelow), actor);
