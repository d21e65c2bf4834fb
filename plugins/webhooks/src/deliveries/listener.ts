import {
  type Actor,
  actorOf,
  can,
  type DomainEventName,
  type DurableListener,
  type PluginDeps,
  type StoredDomainEvent,
} from "@kalends/core/plugin";
import { type Changed, categoriesOf, isAbout } from "../subscriptions/matching.ts";
import { createSubscriptions } from "../subscriptions/subscriptions.ts";
import { createDeliveries, type Kind } from "./deliveries.ts";

/** Notes what is to be sent to whom. What it has noted already stays as it is. */
export const createListener = (names: readonly DomainEventName[], deps: PluginDeps): DurableListener => {
  const subscriptions = createSubscriptions(deps);
  const deliveries = createDeliveries(deps);
  return {
    durable: true,
    name: "deliveries",
    on: names,
    async handle({ name, id: position, time, change }: StoredDomainEvent) {
      const states = [
        ...("before" in change && change.before !== undefined ? [change.before] : []),
        ...("after" in change ? [change.after] : []),
      ];
      // Names begin with the kind, and all states are of one record.
      const kind = name.split(".")[0] as Kind;
      const [{ id: record } = { id: 0 }] = states;
      for (const { id: subscription, value } of await subscriptions.list()) {
        if (!value.enabled || !value.events.includes(name)) continue;
        const categories = await categoriesOf(value, deps);
        if (!states.some((state) => isAbout(value, categories, kind, state))) continue;
        const { role } = value;
        const actor = actorOf(role);
        const seen = actor !== undefined && states.some((state) => isSeen(state, actor, deps));
        await deliveries.note({ subscription, name, kind, record, time, role, seen, position });
      }
    },
  };
};

/** Whether they could see it in this state. Of images that may go, nobody sees one but those who see all. */
const isSeen = (
  record: Changed,
  actor: Actor,
  { postStatuses }: Pick<PluginDeps, "postStatuses">,
): boolean => {
  if ("status" in record) return record.status !== "trash" && postStatuses.canRead(record, actor);
  return "taxonomy" in record || can(actor, "upload");
};
