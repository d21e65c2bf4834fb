import { escapeAngles, type HtmlCleaner } from "@kalends/core";

/** Tags that stay in a title: those that emphasize part of the text. */
const KEPT = /^<\/?(?:abbr|b|bdi|bdo|cite|code|del|em|i|ins|mark|q|s|small|strong|sub|sup|u)\b[^<>]*>$/i;
const HAS_KEPT = /<(?:abbr|b|bdi|bdo|cite|code|del|em|i|ins|mark|q|s|small|strong|sub|sup|u)(?:\s[^<>]*)?>/i;

/**
 * Returns a title with its emphasis tags and otherwise plain text; `undefined` if it has no such tags.
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
