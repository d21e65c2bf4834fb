import type { PublishDue, RunLeased } from "@kalends/core/interface";

interface PublishInTurnDeps {
  readonly publishDue: PublishDue;
  readonly runLeased: RunLeased;
}

/**
 * Creates the function that publishes due records, in only one process of an installation at a time. It
 * acquires the lease only if a record is due, so it usually writes nothing.
 * Source: rules/dates.md#scheduled-publication.
 */
export const createPublishLeased =
  ({ publishDue, runLeased }: PublishInTurnDeps): ((isStopped: () => boolean) => Promise<void>) =>
  async (isStopped) => {
    if (await publishDue.isDue())
      await runLeased("calendar/publish-due", ({ isStopping }) => publishDue(isStopping), { isStopped });
  };
