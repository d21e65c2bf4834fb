import type { OptionsSchema } from "@kalends/core/plugin";

/** The form by which visitors propose events; it is off by default. */
export interface SubmissionOptions {
  readonly submissions?: boolean;
  /** The id of the account that owns what comes in; the form needs one. */
  readonly submissionAccount?: number;
  /** How many may come from one address in an hour; 5. */
  readonly submissionsPerAddress?: number;
  /** How many may come in an hour in all, but for one more of each network that is new; 60. */
  readonly submissionsPerHour?: number;
  /** After how many days it is forgotten who sent an event; 90. */
  readonly submissionDays?: number;
}

/** Where the form is, below the site. */
export const FORM_PATH = "/events/submit/";

export const DEFAULTS = {
  submissionsPerAddress: 5,
  submissionsPerHour: 60,
  submissionDays: 90,
} as const;

export const submissionOptions: OptionsSchema = {
  submissions: {
    variable: "KALENDS_PAGES_SUBMISSIONS",
    description: "Whether visitors may propose events with a form.",
    type: "boolean",
    default: false,
  },
  submissionAccount: {
    variable: "KALENDS_PAGES_SUBMISSION_ACCOUNT",
    description: "The id of the account that owns the events that visitors propose.",
    type: "integer",
    minimum: 1,
  },
  submissionsPerAddress: {
    variable: "KALENDS_PAGES_SUBMISSIONS_PER_ADDRESS",
    description: "How many events may be proposed from one address in an hour.",
    type: "integer",
    minimum: 1,
    maximum: 1000,
    default: DEFAULTS.submissionsPerAddress,
  },
  submissionsPerHour: {
    variable: "KALENDS_PAGES_SUBMISSIONS_PER_HOUR",
    description: "How many events may be proposed in an hour in all.",
    type: "integer",
    minimum: 1,
    maximum: 1000,
    default: DEFAULTS.submissionsPerHour,
  },
  submissionDays: {
    variable: "KALENDS_PAGES_SUBMISSION_DAYS",
    description: "After how many days it is forgotten who proposed an event.",
    type: "integer",
    minimum: 1,
    maximum: 3650,
    default: DEFAULTS.submissionDays,
  },
};
