import type { EventView, JsonValue, PluginDeps } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html } from "../page/html.ts";
import { toText } from "../seo/plain.ts";
import type { DetailTexts } from "../texts/details.ts";
import { detailTextsOf } from "../texts.ts";
import { fact } from "./facts.ts";

const isNested = (value: JsonValue): boolean => typeof value === "object" && value !== null;

/** Returns a JSON value as plain text for visitors. Returns `""` if the value is empty. */
const textOfValue = (value: JsonValue | undefined, texts: Pick<DetailTexts, "yes" | "no">): string => {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return toText(value);
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (typeof value === "number") return String(value);
  const isList = Array.isArray(value);
  const parts = Object.entries(value)
    .map(([name, part]) => [name, textOfValue(part, texts)] as const)
    .filter(([, text]) => text !== "")
    .map(([name, text]) => (isList ? text : `${name}: ${text}`));
  return parts.join(Object.values(value).some(isNested) ? "; " : ", ");
};

/** Returns a value, or the entries of a list, with labels instead of the values that have one. */
const labelled = (
  value: JsonValue | undefined,
  choices: Readonly<Record<string, string>>,
): JsonValue | undefined => {
  if (Array.isArray(value)) return value.map((entry) => labelled(entry, choices) ?? null);
  return typeof value === "string" && Object.hasOwn(choices, value) ? choices[value] : value;
};

const withUnit = (text: string, unit: string | undefined): string =>
  text === "" || unit === undefined ? text : `${text} ${unit}`;

/** Returns the fields that plugins add to a record and that visitors may see, with their labels. */
export const fieldFacts = (
  kind: Parameters<PluginDeps["shownFields"]>[0],
  { members = {} }: Pick<EventView, "members">,
  { frame, request }: PageContext,
): Html => {
  const { language } = request.present;
  const texts = detailTextsOf(language);
  return html`${frame
    .shownFields(kind, language)
    .map(({ name, label, choices = {}, unit }) =>
      fact(label, withUnit(textOfValue(labelled(members[name], choices), texts), unit)),
    )}`;
};
