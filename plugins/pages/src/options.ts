import type { OptionsSchema, OptionValue } from "@kalends/core/plugin";
import { type SubmissionOptions, submissionOptions } from "./submission/submission-options.ts";

export const VIEWS = ["month", "week", "day", "list"] as const;
export type ViewName = (typeof VIEWS)[number];

/** All have defaults. */
export interface PagesOptions extends SubmissionOptions {
  /** What the calendar is called; by default `Events` in the language of the page. */
  readonly title?: string;
  /** What `/events/` shows; `month`. */
  readonly view?: ViewName;
  /** 0: Sunday to 6: Saturday; by default that of the language. */
  readonly weekStart?: number;
  /** Variables of the theme: `accent=#0b5cad`; for the dark, `dark-accent=#7db8ff`. */
  readonly theme?: readonly string[];
  /** Further links at the top of each page: `Town hall=https://town.example`. */
  readonly links?: readonly string[];
  /** Sources of images in the words of Content-Security-Policy, beside the site itself; `https:`. */
  readonly imageSources?: readonly string[];
  /** Who may show the pages in a frame, in the same words; `'none'`. */
  readonly frameAncestors?: readonly string[];
  /** A folder with parts of pages: `head.html`, `header.html`, `footer.html`, `event.html`. */
  readonly templates?: string;
  /** Whether `/robots.txt` is answered; true. */
  readonly robots?: boolean;
}

const each =
  (test: (text: string) => boolean, problem: string) =>
  (value: OptionValue): string | undefined =>
    Array.isArray(value) && value.every(test) ? undefined : problem;

/** Nothing in it can end a declaration or load anything. */
const VARIABLE = /^(?:dark-)?[a-z][a-z-]*=(?!.*url\()[^;{}<>\\@]+$/i;
const LINK = /^[^=]+=(?:https?:\/\/[^\s]+|\/[^\s]*)$/i;
const SOURCE = /^[^\s;,]+$/;

export const optionsSchema: OptionsSchema = {
  title: {
    variable: "KALENDS_PAGES_TITLE",
    description: "What the calendar is called on its pages.",
    type: "string",
  },
  view: {
    variable: "KALENDS_PAGES_VIEW",
    description: "What the first page shows.",
    type: "string",
    choices: VIEWS,
    default: "month",
  },
  weekStart: {
    variable: "KALENDS_PAGES_WEEK_START",
    description:
      "The first day of the week, from 0, Sunday, to 6, Saturday; by default that of the language.",
    type: "integer",
    minimum: 0,
    maximum: 6,
  },
  theme: {
    variable: "KALENDS_PAGES_THEME",
    description: "Variables of the theme, such as accent=#0b5cad; with dark- before them for the dark.",
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
    description: "Where images may come from beside the site itself, as in a Content-Security-Policy.",
    type: "list",
    default: ["https:"],
    check: each((text) => SOURCE.test(text), "must be sources of a Content-Security-Policy"),
  },
  frameAncestors: {
    variable: "KALENDS_PAGES_FRAME_ANCESTORS",
    description: "Who may show the pages in a frame, as in a Content-Security-Policy.",
    type: "list",
    default: ["'none'"],
    check: each((text) => SOURCE.test(text), "must be sources of a Content-Security-Policy"),
  },
  templates: {
    variable: "KALENDS_PAGES_TEMPLATES",
    description: "A folder with parts of pages: head.html, header.html, footer.html, event.html.",
    type: "string",
  },
  robots: {
    variable: "KALENDS_PAGES_ROBOTS",
    description: "Whether /robots.txt is answered; it names the sitemap.",
    type: "boolean",
    default: true,
  },
  ...submissionOptions,
};
