import type { OptionsSchema } from "@kalends/core/plugin";

/** Options of the form for event proposals. The form is off by default. */
export interface SubmissionOptions {
  readonly submissions?: boolean;
  /** Id of the account that becomes the author of proposed events. Required if the form is on. */
  readonly submissionAccount?: number;
  /** Maximum number of proposals per IP address and hour. Default 5. */
  readonly submissionsPerAddress?: number;
  /**
   * Maximum number of proposals per hour. After that, each new network may send one more proposal, within the
   * limits of `countProposal`. Default 60.
   */
  readonly submissionsPerHour?: number;
  /** Number of days after which the sender of a proposal is deleted. Default 90. */
  readonly submissionDays?: number;
  /** Mail addresses that are notified of new proposals; none by default. */
  readonly submissionNotify?: readonly string[];
}

const ADDRESS = /^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+$/;

/** Path of the form below the root of the site. */
export const FORM_PATH = "/events/submit/";

export const DEFAULTS = {
  submissionsPerAddress: 5,
  submissionsPerHour: 60,
  submissionDays: 90,
} as const;

export const submissionOptions: OptionsSchema = {
  submissions: {
    variable: "KALENDS_PAGES_SUBMISSIONS",
    description: "Let visitors propose events with a form.",
    type: "boolean",
    default: false,
  },
  submissionAccount: {
    variable: "KALENDS_PAGES_SUBMISSION_ACCOUNT",
    description: "Id of the account that owns the proposed events.",
    type: "integer",
    minimum: 1,
  },
  submissionsPerAddress: {
    variable: "KALENDS_PAGES_SUBMISSIONS_PER_ADDRESS",
    description: "Maximum number of proposals from one address in an hour.",
    type: "integer",
    minimum: 1,
    maximum: 1000,
    default: DEFAULTS.submissionsPerAddress,
  },
  submissionsPerHour: {
    variable: "KALENDS_PAGES_SUBMISSIONS_PER_HOUR",
    description: "Maximum number of proposals in an hour.",
    type: "integer",
    minimum: 1,
    maximum: 1000,
    default: DEFAULTS.submissionsPerHour,
  },
  submissionDays: {
    variable: "KALENDS_PAGES_SUBMISSION_DAYS",
    description: "Days after which sender data of proposals is deleted.",
    type: "integer",
    minimum: 1,
    maximum: 3650,
    default: DEFAULTS.submissionDays,
  },
  submissionNotify: {
    variable: "KALENDS_PAGES_SUBMISSION_NOTIFY",
    description: "Mail addresses that are notified of new proposals, at most once in ten minutes.",
    type: "list",
    check: (list) =>
      Array.isArray(list) && list.every((address) => ADDRESS.test(address))
        ? undefined
        : "must be mail addresses such as editors@example.org",
  },
};
