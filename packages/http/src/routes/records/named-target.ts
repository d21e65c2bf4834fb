import { type FoundRecord, findTarget, type PathTarget, type Target } from "@kalends/core/interface";
import { decodePercent } from "../../request/address/bracketed-pairs.ts";
import type { CalendarRequest } from "../../route/route.ts";

/**
 * Returns the target that the path identifies: a record by its id or slug. An id that is too large for a
 * number becomes 0, which no record has.
 */
export const toTarget = (name: PathTarget["name"], captured: string, below?: string): PathTarget => {
  const further = below !== undefined && { recurrenceId: decodePercent(below) };
  if (name === "slug") return { name, text: decodePercent(captured), ...further };
  return { name, text: Number.isSafeInteger(Number(captured)) ? captured : "0", ...further };
};

/**
 * Finds the record that the path identifies. Each call reads the record again. So a response that waited for
 * memory shows the current record, and `Allow` of a refused request describes the current state.
 */
export const findNamed = <R>(
  { captured, capturedBelow, actor }: CalendarRequest,
  operation: { readonly target: Target<R> },
  named: PathTarget["name"] = "id",
): Promise<FoundRecord<R>> => findTarget(operation, toTarget(named, captured, capturedBelow), actor);
