import type { PublishDue, RunLeased } from "@kalends/core/interface";

interface PublishInTurnDeps {
  readonly publishDue: PublishDue;
  readonly runLeased: RunLeased;
}

/**
 * Publishes what is due in one process of an installation at a time. The lease is taken only where something is due: most of the time
 * nothing is, and then nothing is written. Source: rules/dates.md#scheduled-publication.
 */
export const createPublishInTurn =
  ({ publishDue, runLeased }: PublishInTurnDeps): ((isStopped: () => boolean) => Promise<void>) =>
  async (isStopped) => {
    if (await publishDue.isDue())
      await runLeased("calendar/publish-due", ({ isStopping }) => publishDue(isStopping), { isStopped });
  };
