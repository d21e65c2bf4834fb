import { escapeHtml, textToHtml, toWebAddress } from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../../fields.ts";
import { firstOf, type Properties, textOf } from "../properties.ts";

/** Maximum length of a title, and of other texts, in the API. */
const [MAX_TITLE_LENGTH, MAX_TEXT_LENGTH] = [1_000, 100_000];

/** First half of a surrogate pair at the end of a text. It remains if the text was cut within the pair. */
export const UNPAIRED_SURROGATE: RegExp = /[\uD800-\uDBFF]$/;

const UNTITLED = "Untitled";

/** Returns the title as HTML: the X-KALENDS property or else SUMMARY; `Untitled` if it is empty or `0`. */
export const titleOf = (properties: Properties, note: (text: string) => void): string => {
  const summary = textOf(properties, KALENDS_PROPERTIES.title) ?? textOf(properties, "SUMMARY");
  const line = (summary ?? "").replace(/\s+/g, " ").trim();
  if (line === "" || line === "0") return UNTITLED;
  return cut(textToHtml(line), MAX_TITLE_LENGTH, "SUMMARY", note);
};

/** Returns the description as HTML. The API sanitizes it later. */
export const descriptionOf = (
  properties: Properties,
  isKalends: boolean,
  note: (text: string) => void,
): string => {
  const html = htmlOf(properties);
  if (html !== undefined) return cut(html, MAX_TEXT_LENGTH, "X-ALT-DESC", note);
  const text = (textOf(properties, "DESCRIPTION") ?? "").trim();
  // This plugin writes a description without markup to DESCRIPTION unchanged, so it is also read unchanged.
  // Google and some other programs write HTML in DESCRIPTION.
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
  // Outlook writes a complete HTML document. Only its body is used.
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
 * Returns the text if it is an `http:` or `https:` URL without credentials and with at most 2,000 characters.
 * Returns `undefined` for anything else, such as `javascript:`.
 */
export const toAddress = (text: string | undefined): string | undefined => {
  const address = text?.trim() ?? "";
  if (!/^https?:\/\/\S+$/i.test(address) || address.length > 2_000 || !URL.canParse(address))
    return undefined;
  const { username, password } = new URL(address);
  return username === "" && password === "" ? address : undefined;
};

/**
 * Returns a web address as a URL, with the scheme added if it is missing. Returns `undefined` for other
 * texts.
 */
export const toWebsite = (text: string | undefined): string | undefined =>
  toAddress(text) ?? toAddress(text && toWebAddress(text));

const CONFERENCES = ["X-GOOGLE-CONFERENCE", "CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL"] as const;

/** Names of the properties with the URL of a video conference. */
export const CONFERENCE_NAMES: readonly string[] = CONFERENCES;
const MAX_CONFERENCES = 5;

/** Returns the URLs of the video conferences of an event, without duplicates. */
export const conferencesOf = (properties: Properties): readonly string[] => {
  const found = CONFERENCES.flatMap((name) => properties.get(name) ?? []);
  const addresses = found.flatMap(({ raw }) => toAddress(raw.replace(/\\([\\;,])/g, "$1")) ?? []);
  return [...new Set(addresses)].slice(0, MAX_CONFERENCES);
};

/**
 * Adds a link for each URL that the description does not contain yet. If the result would be too long,
 * returns the description unchanged.
 */
export const withLines = (description: string, addresses: readonly string[]): string => {
  const missing = addresses.map(escapeHtml).filter((address) => !description.includes(address));
  const lines = missing.map((address) => `<p><a href="${address}">${address}</a></p>`);
  const text = [description, ...lines].filter((part) => part !== "").join("\n");
  return text.length > MAX_TEXT_LENGTH ? description : text;
};
