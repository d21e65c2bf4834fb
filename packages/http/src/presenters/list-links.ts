import type { Parameters } from "@kalends/core";
import type { ParameterValues } from "@kalends/core/interface";

export type ListName = "events" | "venues" | "organizers" | "categories" | "tags" | "images";

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const LINKED = names("event has_events status search only_with_upcoming");
const TERMS = names("search exclude include order orderby hide_empty parent post event slug");

/**
 * The order of parameters in links; others follow as they are declared. Source: rules/interface.md#link-parameters.
 */
const ORDER: Readonly<Record<ListName, ReadonlySet<string>>> = {
  events: names(
    "start_date end_date search geoloc geoloc_lat geoloc_lng status post_parent include starts_before " +
      "starts_after ends_before ends_after venue organizer featured categories tags",
  ),
  venues: LINKED,
  organizers: LINKED,
  categories: TERMS,
  tags: TERMS,
  images: new Set(),
};

/** Names in the order of the links, with what they say. */
export type LinkValues = readonly (readonly [name: string, value: string | number])[];

/**
 * What the links of a list carry in addition to the page, so that they lead to the same list.
 * Source: rules/interface.md#list-links, rules/events.md#list-links.
 */
export const toLinkValues = (
  name: ListName,
  parameters: Parameters,
  understood: ParameterValues,
): LinkValues => {
  const links: (readonly [string, string])[] = [];
  const add = (parameter: string): void => {
    const text = toText(understood[parameter]);
    if (text !== undefined) links.push([parameter, text]);
  };
  const first = ORDER[name];
  for (const parameter of first) if (Object.hasOwn(parameters, parameter)) add(parameter);
  for (const parameter of Object.keys(parameters)) {
    if (parameter !== "page" && parameter !== "per_page" && !first.has(parameter)) add(parameter);
  }
  return links;
};

/** What an address needs no escapes for. */
const PLAIN = /^[\w:,.-]*$/;

/**
 * Percent-encoded, except for what is harmless in a query and helps people to read it.
 * Source: rules/interface.md#link-encoding.
 */
const encode = (text: string): string =>
  PLAIN.test(text) ? text : encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",");

/** The values as the query of an address. */
export const toQueryText = (values: LinkValues): string =>
  values.map(([name, value]) => `${encode(name)}=${encode(String(value))}`).join("&");

const toText = (value: unknown): string | undefined => {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const texts = value.map(toText);
    return texts.includes(undefined) ? undefined : texts.join(",");
  }
  if (typeof value !== "object" || value === null || !("sent" in value)) return undefined;
  const { sent } = value;
  // The pieces of such lists are decoded once more than other values, so what would split one is encoded once more.
  return Array.isArray(sent)
    ? sent.map((piece) => String(piece).replace(/[%,]/g, encodeURIComponent)).join(",")
    : toText(sent);
};
