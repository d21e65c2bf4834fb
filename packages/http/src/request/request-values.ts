import type { RawValues } from "@kalends/core";
import { type CalendarError, isCalendarError } from "@kalends/core";
import type { Context } from "koa";
import { fromPairs, toPairs } from "./bracketed-pairs.ts";
import type { BodyValues } from "./request-body.ts";

/** Parameters that steer the transport and never reach an operation. */
const TRANSPORT: ReadonlySet<string> = new Set(["rest_route", "_method"]);

/** The values of a query string, or why they are refused. */
export interface Query {
  readonly query: RawValues;
  readonly refusal?: CalendarError;
}

/** Read once a request, before anything is known of it: what is refused is for the step that reads parameters to throw. */
export const readQuery = (ctx: Context): Query => {
  try {
    return { query: fromPairs(toPairs(ctx.querystring)) };
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return { query: {}, refusal: error };
  }
};

/** One value per name: JSON body before form body before query. Source: 00-overview section 3, priority. */
export const mergeValues = (query: RawValues, body: BodyValues, isWrite: boolean): RawValues => {
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(query)) if (!TRANSPORT.has(name)) values[name] = value;
  if (body.kind === "json" || isWrite) {
    for (const [name, value] of Object.entries(body.values)) values[name] = value;
  }
  return values;
};
