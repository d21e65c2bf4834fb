import type { Contribution, Job, PersonalData, Plugin, PluginDeps } from "@kalends/core/plugin";
import { submissionCommand } from "./command.ts";
import { eraseOldSenders, eraseSender, eraseSenderOf, SENDERS, type Sender, sentBy } from "./senders.ts";
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
}: SubmissionOptions): Pick<
  Plugin,
  "rights" | "collections" | "jobs" | "listeners" | "commands" | "personalData"
> => {
  const forget: Contribution<Job> = (deps: PluginDeps) => ({
    name: "forget-senders",
    everySeconds: 24 * 60 * 60,
    once: "installation",
    run: () => eraseOldSenders(deps.collection<Sender>(SENDERS.name), deps, submissionDays),
  });
  const personalData: Contribution<PersonalData> = ({ collection }) => {
    const senders = collection<Sender>(SENDERS.name);
    // Visitors propose events, without an account: a person is known by the address.
    return {
      export: async ({ email }) => (email === undefined ? [] : sentBy(senders, email)),
      erase: async ({ email }) => (email === undefined ? 0 : eraseSender(senders, email)),
    };
  };
  const always = {
    collections: [{ name: GUARD }, SENDERS],
    commands: [submissionCommand],
    jobs: [forget],
    personalData: [personalData],
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
