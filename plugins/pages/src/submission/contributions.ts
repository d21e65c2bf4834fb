import type { Contribution, Job, Plugin, PluginDeps } from "@kalends/core/plugin";
import { submissionCommand } from "./command.ts";
import { eraseOldSenders, eraseSenderOf, SENDERS, type Sender } from "./senders.ts";
import { DEFAULTS, type SubmissionOptions } from "./submission-options.ts";
import { GUARD } from "./submissions.ts";

/**
 * What the form needs beside its page; without an account it stops the start. Who has sent something is forgotten also while there
 * is no form any more.
 */
export const submissionContributions = ({
  submissions = false,
  submissionAccount,
  submissionDays = DEFAULTS.submissionDays,
}: SubmissionOptions): Pick<Plugin, "rights" | "collections" | "jobs" | "listeners" | "commands"> => {
  const forget: Contribution<Job> = (deps: PluginDeps) => ({
    name: "forget-senders",
    everySeconds: 24 * 60 * 60,
    once: "installation",
    run: () => eraseOldSenders(deps.collection<Sender>(SENDERS.name), deps, submissionDays),
  });
  const always = {
    collections: [{ name: GUARD }, SENDERS],
    commands: [submissionCommand],
    jobs: [forget],
  };
  if (!submissions) return always;
  if (submissionAccount === undefined)
    throw new Error("KALENDS_PAGES_SUBMISSIONS needs KALENDS_PAGES_SUBMISSION_ACCOUNT: who owns the events");
  return {
    ...always,
    rights: ["edit", "edit_others", "upload"],
    listeners: [
      ({ collection }) => ({
        on: "event.trashed",
        handle: ({ after }) => eraseSenderOf(collection<Sender>(SENDERS.name), after.id),
      }),
    ],
  };
};
