import type { Context } from "koa";
import { fromPairs, toPairs } from "./bracketed-pairs.ts";
import type { RawValues } from "./parser.ts";
import type { BodyValues } from "./request-body.ts";

/** Parameters that steer the transport and never reach an operation. */
const TRANSPORT: ReadonlySet<string> = new Set(["rest_route", "_method"]);

/** The values of the query string, read once a request. */
export const readQuery = (ctx: Context): RawValues => fromPairs(toPairs(ctx.querystring));

/** One value per name: JSON body before form body before query. Source: 00-overview section 3, priority. */
export const mergeValues = (query: RawValues, body: BodyValues, isWrite: boolean): RawValues => {
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(query)) if (!TRANSPORT.has(name)) values[name] = value;
  if (body.kind === "json" || isWrite) {
    for (const [name, value] of Object.entries(body.values)) values[name] = value;
  }
  return values;
};
