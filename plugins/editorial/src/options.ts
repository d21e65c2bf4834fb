import type { OptionsSchema } from "@kalends/core/plugin";

/** Options of the editorial plugin. All rules and features are off by default. */
export interface EditorialOptions {
  /**
   * Names of the fields that each public or scheduled event must have. Possible names: `image`, `venue`,
   * `organizer`, `description`. Default: none.
   */
  readonly required?: readonly string[];
  /** Maximum number of characters in the title of a public or scheduled event. Default: no limit. */
  readonly titleLength?: number;
  /**
   * Words that the titles and descriptions of public and scheduled events must not contain. The comparison
   * ignores case and accents. Default: none.
   */
  readonly forbiddenWords?: readonly string[];
  /** True if a nightly job checks the websites of events. Default false. */
  readonly checkLinks?: boolean;
  /** True if events get a field `priority`, which event lists can filter and sort by. Default false. */
  readonly priorities?: boolean;
  /**
   * Number of days between the end of an event and its move to the trash. Default 0: events are never moved.
   */
  readonly retentionDays?: number;
}

export const REQUIRED = ["image", "venue", "organizer", "description"] as const;

export const optionsSchema: OptionsSchema = {
  required: {
    variable: "KALENDS_EDITORIAL_REQUIRED",
    description: "Parts that a published event must have.",
    type: "list",
    check: (value) =>
      Array.isArray(value) && value.every((name) => (REQUIRED as readonly string[]).includes(name))
        ? undefined
        : `must be a list of: ${REQUIRED.join(", ")}`,
  },
  titleLength: {
    variable: "KALENDS_EDITORIAL_TITLE_LENGTH",
    description: "Maximum length of an event title, in characters.",
    type: "integer",
    minimum: 1,
    maximum: 1000,
  },
  forbiddenWords: {
    variable: "KALENDS_EDITORIAL_FORBIDDEN_WORDS",
    description: "Words that titles and descriptions must not contain.",
    type: "list",
  },
  checkLinks: {
    variable: "KALENDS_EDITORIAL_CHECK_LINKS",
    description: "Check the websites of events every night.",
    type: "boolean",
    default: false,
  },
  priorities: {
    variable: "KALENDS_EDITORIAL_PRIORITIES",
    description: "Give events a priority that lists can filter and sort by.",
    type: "boolean",
    default: false,
  },
  retentionDays: {
    variable: "KALENDS_EDITORIAL_RETENTION_DAYS",
    description: "Days after its end at which an event moves to the trash; 0 for never.",
    type: "integer",
    minimum: 0,
    maximum: 36500,
    default: 0,
  },
};
