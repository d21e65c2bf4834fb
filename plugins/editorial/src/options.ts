import type { OptionsSchema } from "@kalends/core/plugin";

/** Options of the plugin. Each rule is off unless it is set. */
export interface EditorialOptions {
  /** Parts that a published event must have. */
  readonly required?: readonly string[];
  /** Maximum length of a title, in characters. */
  readonly titleLength?: number;
  /** Words that titles and descriptions must not contain. Case and accents are ignored. */
  readonly forbiddenWords?: readonly string[];
  /** True if the websites of events are checked every night. */
  readonly checkLinks?: boolean;
  /** True if events have a `priority` that lists can filter and sort by. */
  readonly priorities?: boolean;
  /** Number of days after its end at which an event moves to the trash. Default 0: never. */
  readonly retentionDays?: number;
}

export const REQUIRED = ["image", "venue", "organizer", "description"] as const;

export const optionsSchema: OptionsSchema = {
  required: {
    variable: "KALENDS_EDITORIAL_REQUIRED",
    description: "What a published event must have.",
    type: "list",
    check: (value) =>
      Array.isArray(value) && value.every((name) => (REQUIRED as readonly string[]).includes(name))
        ? undefined
        : `must be of ${REQUIRED.join(", ")}`,
  },
  titleLength: {
    variable: "KALENDS_EDITORIAL_TITLE_LENGTH",
    description: "Longest title of an event, in characters.",
    type: "integer",
    minimum: 1,
    maximum: 1000,
  },
  forbiddenWords: {
    variable: "KALENDS_EDITORIAL_FORBIDDEN_WORDS",
    description: "Words that titles and descriptions must not have.",
    type: "list",
  },
  checkLinks: {
    variable: "KALENDS_EDITORIAL_CHECK_LINKS",
    description: "Whether the websites of events are looked at every night.",
    type: "boolean",
    default: false,
  },
  priorities: {
    variable: "KALENDS_EDITORIAL_PRIORITIES",
    description: "Whether events have a priority, which lists go by.",
    type: "boolean",
    default: false,
  },
  retentionDays: {
    variable: "KALENDS_EDITORIAL_RETENTION_DAYS",
    description: "After how many days an event that is over goes to the trash; 0: never.",
    type: "integer",
    minimum: 0,
    maximum: 36500,
    default: 0,
  },
};
