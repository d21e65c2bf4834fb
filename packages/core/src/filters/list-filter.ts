import type { Actor } from "../model/actor.ts";
import type { Parameters, ParameterValues } from "../parameter.ts";

/** A filter of a list: the built-in ones and those of plugins are written alike. */
export interface ListFilter<Query> {
  readonly parameters: Parameters;
  /**
   * The query narrowed as the request asks; the same query if it asks nothing of this filter. `values` are those of every
   * filter of the list, by parameter name, so that one may stand back for another: dates do where `include` is given.
   */
  narrow(query: Query, values: ParameterValues, actor: Actor): Query | Promise<Query>;
  /**
   * What the list's links carry for this filter, in their order: name -> text. Without it: the values as they were
   * parsed, those that are texts, numbers, booleans or lists of these.
   */
  links?(values: ParameterValues, actor: Actor): Readonly<Record<string, string>>;
  /** Names of parameters that were sent but have no effect; the caller is told (90-decisions P7). */
  ignores?(values: ParameterValues): readonly string[];
}

/** The parameters of all these filters, in their order. */
export const filterParameters = (filters: readonly Pick<ListFilter<never>, "parameters">[]): Parameters =>
  Object.assign({}, ...filters.map(({ parameters }) => parameters));

/** The query as each filter in turn narrows it. */
export const narrowAll = async <Query>(
  query: Query,
  filters: readonly Pick<ListFilter<Query>, "narrow">[],
  values: ParameterValues,
  actor: Actor,
): Promise<Query> => {
  let narrowed = query;
  for (const filter of filters) narrowed = await filter.narrow(narrowed, values, actor);
  return narrowed;
};

type Linking = Pick<ListFilter<never>, "parameters" | "links">;

/**
 * What the links of a list carry beside the page, so that they lead to the same list: first the names in `order`, then the
 * others. Source: 00-overview section 6.3, D18, D39.
 */
export const linkParameters = (
  filters: readonly Linking[],
  values: ParameterValues,
  actor: Actor,
  order: readonly string[],
): readonly (readonly [name: string, value: string])[] => {
  const links = Object.assign({}, ...filters.map((filter) => linksOf(filter, values, actor)));
  const rank = (name: string): number => {
    const index = order.indexOf(name);
    return index === -1 ? order.length : index;
  };
  return Object.entries<string>(links).sort(([one], [other]) => rank(one) - rank(other));
};

const linksOf = (
  filter: Linking,
  values: ParameterValues,
  actor: Actor,
): Readonly<Record<string, string>> => {
  if (filter.links !== undefined) return filter.links(values, actor);
  return Object.fromEntries(
    Object.keys(filter.parameters).flatMap((name) => {
      const text = toText(values[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
};

const toText = (value: unknown): string | undefined => {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(toText);
  return texts.includes(undefined) ? undefined : texts.join(",");
};
