import type { PluginDeps } from "@kalends/core/plugin";
import type { PagesOptions } from "../options.ts";
import { BASE_STYLE, PRINT_STYLE } from "../style/base.ts";
import { RECORD_STYLE } from "../style/records.ts";
import { themeStyle } from "../style/theme.ts";
import { VIEW_STYLE } from "../style/views.ts";
import { createFeeds } from "../subscribe/feeds.ts";
import { createTemplates } from "../templates/templates.ts";
import { textsOf } from "../texts.ts";
import { todayOn } from "../time/days.ts";
import { createFormatCache } from "../time/formats.ts";
import { firstDayOf } from "../time/week-start.ts";
import { createFindChoices } from "../views/parts/choices.ts";
import { type Frame, pathOf } from "./context.ts";
import { FOCAL_STYLE } from "./focal-point.ts";
import { versionOf } from "./version.ts";

const originOf = (url: string): string => new URL(url).origin;

const nameOf = (language: string): string =>
  new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;

export const createFrame = (options: PagesOptions, deps: PluginDeps): Frame => {
  const { site, clock, calendar, shownFields, toText } = deps;
  const { imageSources = ["https:"], frameAncestors = ["'none'"], theme = [] } = options;
  const formatsOf = createFormatCache();
  const text = styleText(theme);
  const policy = (address: string): string =>
    [
      "default-src 'none'",
      "style-src 'self'",
      ["img-src 'self' data:", originOf(address), ...imageSources].join(" "),
      "form-action 'self'",
      "base-uri 'none'",
      ["frame-ancestors", ...frameAncestors].join(" "),
    ].join("; ");
  const frame: Frame = {
    options,
    site,
    clock,
    api: calendar.as("anonymous"),
    shownFields,
    feeds: createFeeds(deps),
    findChoices: createFindChoices(),
    style: { text, path: `/events/assets/${versionOf(text)}.css` },
    toText,
    languageNames: new Map([site.language, ...site.locales].map((language) => [language, nameOf(language)])),
    policy,
    templates: createTemplates(options.templates, deps),
    context(request, templates) {
      const { language } = request.present;
      const texts = textsOf(language);
      const now = clock.now();
      const title = options.title ?? texts.calendar;
      const base = pathOf(request.home);
      return {
        frame,
        request,
        texts,
        formats: formatsOf(language),
        templates,
        weekStart: options.weekStart ?? firstDayOf(language),
        title,
        base,
        now,
        today: todayOn(now, site),
      };
    },
  };
  return frame;
};

/** Returns the complete style sheet, including the theme variables that the options set. */
const styleText = (theme: readonly string[]): string =>
  [themeStyle(theme), BASE_STYLE, FOCAL_STYLE, VIEW_STYLE, RECORD_STYLE, PRINT_STYLE].join("");
