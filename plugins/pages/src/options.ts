import type { OptionsSchema, OptionValues } from "@kalends/core/plugin";
import { type SubmissionOptions, submissionOptions } from "./submission/submission-options.ts";

export const VIEWS = ["month", "week", "day", "list"] as const;
export type ViewName = (typeof VIEWS)[number];

/** Options of the pages plugin. All options have defaults. */
export interface PagesOptions extends SubmissionOptions {
  /** Name of the calendar. Default: the word for "Events" in the language of the page. */
  readonly title?: string;
  /** View that `/events/` shows. Default `month`. */
  readonly view?: ViewName;
  /**
   * First day of the week, from 0 (Sunday) to 6 (Saturday). Default: the usual first day in the language of
   * the page.
   */
  readonly weekStart?: number;
  /**
   * Values of theme variables, such as `accent=#0b5cad`. The prefix `dark-` sets the value for dark mode:
   * `dark-accent=#7db8ff`.
   */
  readonly theme?: readonly string[];
  /** Additional links in the header of each page, as name and address: `Town hall=https://town.example`. */
  readonly links?: readonly string[];
  /**
   * Sources from which pages may load images, in addition to the site itself. The syntax is that of
   * Content-Security-Policy. Default `https:`.
   */
  readonly imageSources?: readonly string[];
  /**
   * Origins that may show the pages in a frame, in the syntax of Content-Security-Policy. Default `'none'`.
   */
  readonly frameAncestors?: readonly string[];
  /**
   * Folder with HTML templates that replace parts of pages: `head.html`, `header.html`, `footer.html` and
   * `event.html`.
   */
  readonly templates?: string;
  /** True if the plugin serves `/robots.txt`. Default true. */
  readonly robots?: boolean;
}

const each =
  (test: (text: string) => boolean, problem: string) =>
  (value: OptionValues[string]): string | undefined =>
    Array.isArray(value) && value.every(test) ? undefined : problem;

/**
 * Theme variable with its value. The pattern rejects values that could end a CSS declaration or load a
 * resource.
 */
export const VARIABLE: RegExp = /^(?:dark-)?[a-z][a-z-]*=(?!.*url\()[^;{}<>\\@]+$/i;
export const LINK: RegExp = /^[^=]+=(?:https?:\/\/[^\s]+|\/[^\s]*)$/i;
const SOURCE = /^[^\s;,]+$/;

export const optionsSchema: OptionsSchema = {
  title: {
    variable: "KALENDS_PAGES_TITLE",
    description: "Name of the calendar on its pages.",
    type: "string",
  },
  view: {
    variable: "KALENDS_PAGES_VIEW",
    description: "View that the first page shows.",
    type: "string",
    choices: VIEWS,
    default: "month",
  },
  weekStart: {
    variable: "KALENDS_PAGES_WEEK_START",
    description: "First day of the week, from 0 (Sunday) to 6 (Saturday). Default: that of the language.",
    type: "integer",
    minimum: 0,
    maximum: 6,
  },
  theme: {
    variable: "KALENDS_PAGES_THEME",
    description: "Theme variables such as accent=#0b5cad; the prefix dark- sets a value for dark mode.",
    type: "list",
    check: each((text) => VARIABLE.test(text), "must be entries such as accent=#0b5cad"),
  },
  links: {
    variable: "KALENDS_PAGES_LINKS",
    description: "Links at the top of each page, such as Town hall=https://town.example.",
    type: "list",
    check: each((text) => LINK.test(text), "must be entries such as Town hall=https://town.example"),
  },
  imageSources: {
    variable: "KALENDS_PAGES_IMAGE_SOURCES",
    description: "Image sources in addition to the site itself, as in a Content-Security-Policy.",
    type: "list",
    default: ["https:"],
    check: each((text) => SOURCE.test(text), "must be sources of a Content-Security-Policy"),
  },
  frameAncestors: {
    variable: "KALENDS_PAGES_FRAME_ANCESTORS",
    description: "Origins that may embed the pages in a frame, as in a Content-Security-Policy.",
    type: "list",
    default: ["'none'"],
    check: each((text) => SOURCE.test(text), "must be sources of a Content-Security-Policy"),
  },
  templates: {
    variable: "KALENDS_PAGES_TEMPLATES",
    description: "Folder with page templates: head.html, header.html, footer.html, event.html.",
    type: "string",
  },
  robots: {
    variable: "KALENDS_PAGES_ROBOTS",
    description: "Serve /robots.txt, which names the sitemap.",
    type: "boolean",
    default: true,
  },
  ...submissionOptions,
};
