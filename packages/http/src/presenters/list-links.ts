import type { Parameters, ParameterValues } from "@kalends/core";

export type ListName = "events" | "venues" | "organizers" | "categories" | "tags" | "images";

const LINKED = "event has_events status search only_with_upcoming";
const TERMS = "search exclude include order orderby hide_empty parent post event slug";

/**
 * The order of parameters in links; others follow as they are declared. Source: rules/interface.md#link-parameters.
 */
const ORDER: Readonly<Record<ListName, string>> = {
  events:
    "start_date end_date search geoloc geoloc_lat geoloc_lng status post_parent include starts_before " +
    "starts_after ends_before ends_after venue organizer featured categories tags",
  venues: LINKED,
  organizers: LINKED,
  categories: TERMS,
  tags: TERMS,
  images: "",
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
  const order = ORDER[name].split(" ");
  const rank = (parameter: string): number => {
    const index = order.indexOf(parameter);
    return index === -1 ? order.length : index;
  };
  return Object.keys(parameters)
    .filter((parameter) => parameter !== "page" && parameter !== "per_page")
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((parameter) => {
      const text = toText(understood[parameter]);
      return text === undefined ? [] : [[parameter, text] as const];
    });
};

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
