import { escapeAngles, type HtmlCleaner } from "@kalends/core";

/** Matches HTML tags that emphasize a part of a text. Only these tags are allowed in a title. */
const KEPT = /^<\/?(?:abbr|b|bdi|bdo|cite|code|del|em|i|ins|mark|q|s|small|strong|sub|sup|u)\b[^<>]*>$/i;
const HAS_KEPT = /<(?:abbr|b|bdi|bdo|cite|code|del|em|i|ins|mark|q|s|small|strong|sub|sup|u)(?:\s[^<>]*)?>/i;

/**
 * Returns a title with emphasis tags and no other HTML. Returns `undefined` if the title has no emphasis
 * tags.
 * Source: rules/choices.md#import-values.
 */
export const toFormattedTitle = (
  html: string,
  cleaner: Pick<HtmlCleaner, "clean" | "toText">,
): string | undefined => {
  if (!HAS_KEPT.test(html)) return undefined;
  return cleaner
    .clean(html)
    .split(/(<[^<>]*>)/)
    .map((part, index) => {
      if (index % 2 === 1) return KEPT.test(part) ? part : "";
      const [, before = "", after = ""] = /^(\s*)(?:.*\S)?(\s*)$/s.exec(part) ?? [];
      const text = cleaner.toText(part).trim();
      return text === "" ? before : escapeAngles(before + text + after);
    })
    .join("")
    .trim();
};
