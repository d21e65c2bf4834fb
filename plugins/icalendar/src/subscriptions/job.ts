import type { Job, PluginDeps } from "@kalends/core/plugin";
import { runSubscription } from "./run-subscription.ts";
import { createSubscriptions } from "./subscriptions.ts";

/** Looks at the calendars that are due, one after the other: who has waited longest first. */
export const createSubscriptionJob = (deps: PluginDeps): Job => ({
  name: "calendar-subscriptions",
  everySeconds: 30,
  once: "installation",
  async run({ isStopping }) {
    const all = await createSubscriptions(deps).list();
    const due = all.filter(({ value }) => value.enabled && value.due <= deps.clock.now());
    for (const { id } of due.toSorted((one, other) => one.value.due - other.value.due)) {
      if (isStopping()) return;
      try {
        await runSubscription(id, deps, isStopping);
      } catch (error) {
        // The storage may be away; the others are not to wait for it.
        deps.logger.error("A subscribed calendar could not be taken over", {
          subscription: id,
          error: String(error),
        });
      }
    }
  },
});
