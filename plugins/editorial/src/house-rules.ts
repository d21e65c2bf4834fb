import { type CalendarEvent, foldText, type PluginDeps, type WriteHook } from "@kalends/core/plugin";
import type { EditorialOptions } from "./options.ts";
import { english } from "./texts.ts";

const HAS_PART: Readonly<Record<string, (event: CalendarEvent) => boolean>> = {
  image: ({ imageId }) => imageId !== undefined,
  venue: ({ venueId }) => venueId !== undefined,
  organizer: ({ organizerIds }) => organizerIds.length > 0,
  description: ({ description }) => description !== "",
};

const wordsOf = (html: string): ReadonlySet<string> =>
  new Set(foldText(html.replace(/<[^<>]*>/g, " ")).match(/[\p{L}\p{N}]+/gu));

const refusal = (parameter: string, text: string) => ({ problem: { parameter, text } });

/**
 * Creates the write hook that checks the house rules: the options `required`, `titleLength` and
 * `forbiddenWords`. It refuses an event that breaks a rule and has a public
 * status or is scheduled for publication. Drafts may break the rules.
 */
export const createHouseRules = (
  { required = [], titleLength = Number.POSITIVE_INFINITY, forbiddenWords = [] }: EditorialOptions,
  { isPublic }: Pick<PluginDeps["postStatuses"], "isPublic">,
): WriteHook => {
  const forbidden = forbiddenWords.map(foldText);
  const has = (html: string): boolean => {
    const words = wordsOf(html);
    return forbidden.some((word) => words.has(word));
  };
  return {
    beforeSave({ kind, record }) {
      if (kind !== "event" || !(isPublic(record.status) || record.status === "future")) return record;
      const missing = required.find((name) => HAS_PART[name]?.(record) === false);
      if (missing !== undefined) return refusal(missing, english("problem.missing"));
      if ([...record.title].length > titleLength) return refusal("title", english("problem.too_long"));
      if (has(record.title)) return refusal("title", english("problem.forbidden"));
      if (has(record.description)) return refusal("description", english("problem.forbidden"));
      return record;
    },
  };
};
