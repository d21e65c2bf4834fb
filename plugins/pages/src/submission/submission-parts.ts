import type { Plugin, PluginContributions, PluginDeps } from "@kalends/core/plugin";
import { LOOK_DOCUMENTS } from "../looks/looks.ts";
import { CORRECTIONS, createCorrections } from "../review/corrections.ts";
import { DECISIONS, type Decision, forgetOldDecisions, personalDecisions } from "../review/decisions.ts";
import { REVIEW_MAILS } from "../review/review-mails.ts";
import { submissionCommand } from "./command.ts";
import { createFormGuard, type FormGuard, GUARD, type GuardDocument } from "./form-guard.ts";
import { NOTICE_MAIL, NOTICES, type ProposalNotices } from "./proposal-notices.ts";
import { eraseOldSenders, eraseSender, eraseSenderOf, SENDERS, type Sender, sendersWith } from "./senders.ts";
import { DEFAULTS, type SubmissionOptions } from "./submission-options.ts";

interface SubmissionParts {
  readonly declared: Pick<Plugin, "rights" | "collections" | "commands" | "mailTemplates">;
  setup(
    deps: PluginDeps,
    notices: ProposalNotices | undefined,
  ): Pick<PluginContributions, "jobs" | "listeners" | "personalData">;
}

/** Creates the guard of the form and of corrections, which share their limits. */
export const guardOf = (
  { collection, clock }: Pick<PluginDeps, "collection" | "clock">,
  { submissionsPerAddress, submissionsPerHour }: SubmissionOptions,
): FormGuard =>
  createFormGuard(collection<GuardDocument>(GUARD.name), clock, {
    perAddress: submissionsPerAddress ?? DEFAULTS.submissionsPerAddress,
    perHour: submissionsPerHour ?? DEFAULTS.submissionsPerHour,
  });

/**
 * Returns the parts of the plugin for the form, except for the web page itself: rights, collections, command,
 * jobs and listeners. Throws if the form is on but `submissionAccount` is missing.
 * The job that deletes old senders also runs when the form is off, because senders may still be stored.
 */
export const submissionParts = ({
  submissions = false,
  submissionAccount,
  submissionDays = DEFAULTS.submissionDays,
}: SubmissionOptions): SubmissionParts => {
  if (submissions && submissionAccount === undefined)
    throw new Error(
      "KALENDS_PAGES_SUBMISSIONS also needs KALENDS_PAGES_SUBMISSION_ACCOUNT, the id of the account that owns the proposed events.",
    );
  return {
    declared: {
      collections: [GUARD, SENDERS, NOTICES, DECISIONS, CORRECTIONS, LOOK_DOCUMENTS],
      mailTemplates: [NOTICE_MAIL, ...REVIEW_MAILS],
      commands: [submissionCommand],
      ...(submissions && { rights: ["edit", "edit_others", "upload"] as const }),
    },
    setup(deps, notices) {
      const senders = deps.collection<Sender>(SENDERS.name);
      const decisions = deps.collection<Decision>(DECISIONS.name);
      return {
        jobs: [
          {
            name: "forget-senders",
            everySeconds: 24 * 60 * 60,
            once: "installation",
            async run() {
              await eraseOldSenders(senders, deps, submissionDays);
              await forgetOldDecisions(decisions, deps.clock.now(), submissionDays);
              await createCorrections(deps).removeExpired();
            },
          },
          ...(notices === undefined ? [] : [notices.job]),
        ],
        personalData: [
          // Senders have no account, so their email address identifies them.
          {
            export: async ({ email }) => (email === undefined ? [] : sendersWith(senders, email)),
            erase: async ({ email }) => (email === undefined ? 0 : eraseSender(senders, decisions, email)),
          },
          personalDecisions(decisions),
        ],
        ...(submissions && {
          listeners: [{ on: "event.trashed", handle: ({ after }) => eraseSenderOf(senders, after.id) }],
        }),
      };
    },
  };
};
