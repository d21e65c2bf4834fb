import type { PluginDeps } from "@kalends/core/plugin";
import type { Looks, StoredLooks } from "../looks/looks.ts";
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
import { type Frame, pathOf, type Style } from "./context.ts";
import { FOCAL_STYLE } from "./focal-point.ts";
import { versionOf } from "./version.ts";

const originOf = (url: string): string => new URL(url).origin;

const nameOf = (language: string): string =>
  new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;

export const createFrame = (
  options: PagesOptions,
  deps: PluginDeps,
  { read: readLooks }: Pick<StoredLooks, "read">,
): Frame => {
  const { site, clock, calendar, shownFields, toText } = deps;
  const { imageSources = ["https:"], frameAncestors = ["'none'"] } = options;
  const formatsOf = createFormatCache();
  const templatesOf = createTemplates(options.templates, deps);
  const styleOf = createStyles();
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
    style: async () => styleOf(await readLooks()),
    toText,
    languageNames: new Map([site.language, ...site.locales].map((language) => [language, nameOf(language)])),
    policy,
    async context(request) {
      const [templates, looks] = await Promise.all([templatesOf(), readLooks()]);
      const { language } = request.present;
      const texts = textsOf(language);
      const now = clock.now();
      const title = looks.title ?? texts.calendar;
      const base = pathOf(request.home);
      return {
        frame,
        request,
        texts,
        formats: formatsOf(language),
        templates,
        stylePath: styleOf(looks).path,
        links: looks.links ?? [],
        weekStart: looks.weekStart ?? firstDayOf(language),
        title,
        base,
        now,
        today: todayOn(now, site),
      };
    },
  };
  return frame;
};

/** Creates the function that returns the style sheet for looks. It keeps the latest style sheet. */
const createStyles = (): ((looks: Looks) => Style) => {
  let latest: { readonly variables: string; readonly style: Style } | undefined;
  return ({ theme = [] }) => {
    const variables = themeStyle(theme);
    if (latest?.variables !== variables) {
      const text = [variables, BASE_STYLE, FOCAL_STYLE, VIEW_STYLE, RECORD_STYLE, PRINT_STYLE].join("");
      latest = { variables, style: { text, path: `/events/assets/${versionOf(text)}.css` } };
    }
    return latest.style;
  };
};
