import type { Parameter } from "../parameter.ts";
import { refuse } from "../parameters/scalars.ts";
import type { OriginFilter } from "../queries/conditions.ts";
import { can } from "../rights/actor.ts";
import { type ListFilter, parameterFilter } from "./list-filter.ts";

/** Maximum length of the parameter `origin` in UTF-16 code units. */
const MAX_LENGTH = 200;

interface SentOrigin {
  readonly origin: OriginFilter;
  readonly sent: string;
}

const toOrigin = (text: string): OriginFilter | undefined => {
  if (text === "none") return "none";
  const [, importer, subscription] = /^([a-z0-9][a-z0-9._-]*)(?::(.+))?$/s.exec(text) ?? [];
  if (importer === undefined) return undefined;
  return { importer, ...(subscription !== undefined && { subscription }) };
};

const ORIGIN: Parameter<SentOrigin | undefined> = {
  type: "string",
  description: "parameter.origin",
  documented: { maxLength: MAX_LENGTH },
  resolve(raw, { actor }) {
    if (!can(actor, "edit")) return refuse("forbidden-filter");
    if (typeof raw !== "string") return refuse("not-a-string");
    const origin = raw.length > MAX_LENGTH ? undefined : toOrigin(raw.trim());
    return origin === undefined ? refuse("not-acceptable") : { value: { origin, sent: raw.trim() } };
  },
};

/**
 * Creates the filter of lists by the origin of records. It refuses callers without the capability `edit`.
 * Source: rules/origin.md#filter-origin.
 */
export const createOriginFilter = <Query extends { readonly origin?: OriginFilter }>(): ListFilter<Query> =>
  parameterFilter<Query, SentOrigin>("origin", ORIGIN, ({ origin }) => ({ origin }) as Partial<Query>);
