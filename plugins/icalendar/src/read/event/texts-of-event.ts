import { escapeHtml, textToHtml, toWebAddress } from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../../fields.ts";
import { firstOf, type Properties, textOf } from "../properties.ts";

/** Maximum characters of a title and of a text in the API. */
const [MAX_TITLE_LENGTH, MAX_TEXT_LENGTH] = [1_000, 100_000];

/** Unpaired surrogate at which a text was cut. */
export const UNPAIRED_SURROGATE: RegExp = /[\uD800-\uDBFF]$/;

const UNTITLED = "Untitled";

/** Returns SUMMARY as a title in HTML. */
export const titleOf = (properties: Properties, note: (text: string) => void): string => {
  const summary = textOf(properties, KALENDS_PROPERTIES.title) ?? textOf(properties, "SUMMARY");
  const line = (summary ?? "").replace(/\s+/g, " ").trim();
  if (line === "" || line === "0") return UNTITLED;
  return cut(textToHtml(line), MAX_TITLE_LENGTH, "SUMMARY", note);
};

/** Returns the description as HTML. The API sanitizes it. */
export const descriptionOf = (
  properties: Properties,
  isKalends: boolean,
  note: (text: string) => void,
): string => {
  const html = htmlOf(properties);
  if (html !== undefined) return cut(html, MAX_TEXT_LENGTH, "X-ALT-DESC", note);
  const text = (textOf(properties, "DESCRIPTION") ?? "").trim();
  // This plugin writes a DESCRIPTION without markup unescaped. Some other programs, such as Google, write
  // HTML in DESCRIPTION.
  if (isKalends || /<(?:p|br|b|i|u|a|ul|ol|li|div|span|strong|em|h[1-6]|html-blob)[\s/>]/i.test(text))
    return cut(text, MAX_TEXT_LENGTH, "DESCRIPTION", note);
  return cut(paragraphs(text), MAX_TEXT_LENGTH, "DESCRIPTION", note);
};

const htmlOf = (properties: Properties): string | undefined => {
  const alternative = firstOf(properties, "X-ALT-DESC");
  const styled = firstOf(properties, "STYLED-DESCRIPTION");
  const found = [alternative, styled].find(
    (property) => property !== undefined && /html/i.test(property.parameters.get("FMTTYPE") ?? "text/html"),
  );
  const html = found?.values[0]?.trim();
  if (html === undefined || html === "") return undefined;
  // Outlook sends a complete HTML page.
  const begin = /<body[^<>]{0,2000}>/i.exec(html);
  if (begin === null) return html;
  const body = html.slice(begin.index + begin[0].length);
  const end = body.search(/<\/body\s*>/i);
  return (end < 0 ? body : body.slice(0, end)).trim();
};

const paragraphs = (text: string): string =>
  text === ""
    ? ""
    : text
        .split(/\n[ \t]*(?:\n[ \t]*)+/)
        .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll("\n", "<br>")}</p>`)
        .join("\n");

export const excerptOf = (properties: Properties, note: (text: string) => void): string | undefined => {
  const text = textOf(properties, KALENDS_PROPERTIES.excerpt);
  return text === undefined ? undefined : cut(text, MAX_TEXT_LENGTH, KALENDS_PROPERTIES.excerpt, note);
};

const cut = (text: string, length: number, name: string, note: (text: string) => void): string => {
  if (text.length <= length) return text;
  note(`${name} was cut because it is too long.`);
  return text.slice(0, length).replace(UNPAIRED_SURROGATE, "");
};

/**
 * Returns an http or https address without credentials; `undefined` for anything else, such as `javascript:`.
 */
export const toAddress = (text: string | undefined): string | undefined => {
  const address = text?.trim() ?? "";
  if (!/^https?:\/\/\S+$/i.test(address) || address.length > 2_000 || !URL.canParse(address))
    return undefined;
  const { username, password } = new URL(address);
  return username === "" && password === "" ? address : undefined;
};

/** Returns a web address. The scheme may be missing, because people often omit it. */
export const toWebsite = (text: string | undefined): string | undefined =>
  toAddress(text) ?? toAddress(text && toWebAddress(text));

const CONFERENCES = ["X-GOOGLE-CONFERENCE", "CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL"] as const;

/** Names of properties with the web address of a conference. */
export const CONFERENCE_NAMES: readonly string[] = CONFERENCES;
const MAX_CONFERENCES = 5;

/** Returns the distinct addresses of conferences. */
export const conferencesOf = (properties: Properties): readonly string[] => {
  const found = CONFERENCES.flatMap((name) => properties.get(name) ?? []);
  const addresses = found.flatMap(({ raw }) => toAddress(raw.replace(/\\([\\;,])/g, "$1")) ?? []);
  return [...new Set(addresses)].slice(0, MAX_CONFERENCES);
};

/** Appends a line for each address that the description does not contain. */
export const withLines = (description: string, addresses: readonly string[]): string => {
  const missing = addresses.map(escapeHtml).filter((address) => !description.includes(address));
  const lines = missing.map((address) => `<p><a href="${address}">${address}</a></p>`);
  const text = [description, ...lines].filter((part) => part !== "").join("\n");
  return text.length > MAX_TEXT_LENGTH ? description : text;
};
