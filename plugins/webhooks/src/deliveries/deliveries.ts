import {
  type ActorRole,
  type Clock,
  type Collection,
  type CollectionPage,
  DOMAIN_EVENT_NAMES,
  type DocumentCollection,
  type DomainEventName,
  type PluginDeps,
} from "@kalends/core/plugin";

export type Kind = "event" | "venue" | "organizer" | "category" | "tag" | "image";

/** What became of one attempt: the status of an answer, or why there is none. */
export interface Attempt {
  /** Milliseconds since 1970, as all times. */
  readonly time: number;
  readonly milliseconds: number;
  readonly status?: number;
  readonly error?: string;
}

/** Which occurrence of the series was changed, as messages name it. */
export interface ChangedOccurrence {
  readonly id: number;
  /** When it was to start, on its wall clock; the date of one that takes whole days. */
  readonly recurrence_id: string;
}

/** One domain event for one subscription. */
export interface Delivery {
  readonly subscription: number;
  readonly name: DomainEventName;
  readonly kind: Kind;
  readonly record: number;
  /** Absent: it was the record itself. */
  readonly occurrence?: ChangedOccurrence;
  /** When it happened. */
  readonly time: number;
  /** Whom the subscription read as then, and whether they could see the record before or after. */
  readonly role: ActorRole;
  readonly seen: boolean;
  /** Of the request that did it. */
  readonly traceparent?: string;
  readonly state: "waiting" | "delivered" | "failed";
  /** Since it was noted, or was replayed. */
  readonly attempts: number;
  readonly last?: Attempt;
  /** Of the subscription, by time: every delivery. */
  readonly log: string;
  /** Subscription and record: what waits, in the order of the keys. */
  readonly lane?: string;
  /** As `log`, by when it is due: what waits and is not known to be behind another one. */
  readonly queue?: string;
  /** The lane, where it is behind another one. */
  readonly behind?: string;
  /** The subscription, where the last attempt has failed. */
  readonly failed?: number;
}

export type Noted = Pick<
  Delivery,
  "name" | "kind" | "record" | "occurrence" | "time" | "role" | "seen" | "traceparent"
> & {
  readonly subscription: number;
  /** Of the entry in the outbox. */
  readonly position: number;
};

export interface Deliveries {
  /** Once: what is noted already stays as it is. */
  note(noted: Noted): Promise<void>;
  find(key: string): Promise<Delivery | undefined>;
  /** Whether there are any to be made, now or later. */
  areWaiting(): Promise<boolean>;
  /** What is due, the longest first. */
  due(subscription: number, limit: number): Promise<CollectionPage<Delivery>>;
  /** The first of those that wait for the same. */
  head(lane: string): Promise<CollectionPage<Delivery>["items"][number] | undefined>;
  /** Not before the first of its lane has come to its end. */
  putBehind(key: string): Promise<void>;
  /** Those after the first are due: to be called before that comes to its end. */
  callNext(lane: string): Promise<void>;
  /** Finds those that are behind nobody any more; `isStopping` is asked before each lane. */
  callForgotten(isStopping: () => boolean): Promise<void>;
  /** Notes an attempt; `due`: when there is another one. */
  finish(
    key: string,
    attempt: Attempt,
    end: { readonly state: Delivery["state"]; readonly due?: number },
  ): Promise<void>;
  remove(key: string): Promise<void>;
  /** Sends it again from now on. False: there is none. */
  replay(key: string): Promise<boolean>;
  /** Some of those whose last attempt failed. */
  failures(subscription: number, limit: number): Promise<CollectionPage<Delivery>>;
  /** The latest first. */
  log(
    subscription: number,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<CollectionPage<Delivery>>;
}

export const DELIVERIES: DocumentCollection = {
  name: "deliveries",
  indexes: ["log", "queue", "lane", "behind", "failed"],
};

/** Those of one record that are due at once, where more wait. */
const CALLED = 20;

/** Texts in the order of the numbers. */
const padded = (number: number): string => String(number).padStart(16, "0");
export const placeOf = (subscription: number, time: number): string => `${subscription}/${padded(time)}`;
/** Everything of a subscription in the log, in its queue or in its lanes. */
export const allOf = (subscription: number): { readonly from: string; readonly before: string } => ({
  from: `${subscription}/`,
  before: `${subscription}0`,
});

/** With the time: positions begin again in a storage that was imported. Of one entry, `published` comes after what did it. */
const keyOf = ({ position, time, name, subscription }: Noted): string =>
  [
    padded(position),
    time.toString(36),
    String(DOMAIN_EVENT_NAMES.indexOf(name)).padStart(2, "0"),
    subscription,
  ].join("-");

/** The same in each attempt. Source: the specification of Standard Webhooks, 1.0. */
export const messageIdOf = (key: string): string => `msg_${key}`;

export const collectionOf = ({ collection }: Pick<PluginDeps, "collection">): Collection<Delivery> =>
  collection<Delivery>(DELIVERIES.name);

export const createDeliveries = (
  deps: Pick<PluginDeps, "collection"> & { readonly clock: Clock },
): Deliveries => {
  const deliveries = collectionOf(deps);
  const waitingFrom = ({ behind: _behind, ...delivery }: Delivery, due: number): Delivery => ({
    ...delivery,
    state: "waiting",
    queue: placeOf(delivery.subscription, due),
    lane: laneOf(delivery),
  });
  const change = (key: string, to: (current: Delivery) => Delivery | undefined) =>
    deliveries.change(key, (current) => current && to(current));
  const headOf: Deliveries["head"] = async (lane) =>
    (await deliveries.list({ by: "lane", equals: lane, limit: 1 })).items[0];
  const call = (key: string) =>
    change(key, (current) =>
      current.behind === undefined ? undefined : waitingFrom(current, deps.clock.now()),
    );

  return {
    async note(noted) {
      const { position: _position, ...delivery } = noted;
      const { subscription, time } = noted;
      const made = { ...delivery, state: "waiting", attempts: 0, log: placeOf(subscription, time) } as const;
      await deliveries.change(keyOf(noted), (current) =>
        current === undefined ? waitingFrom(made, deps.clock.now()) : undefined,
      );
    },
    find: (key) => deliveries.get(key),
    areWaiting: async () => (await deliveries.list({ by: "queue", limit: 1 })).items.length > 0,
    due: (subscription, limit) =>
      deliveries.list({
        ...{ by: "queue", from: allOf(subscription).from, limit },
        until: placeOf(subscription, deps.clock.now()),
      }),
    head: headOf,
    async putBehind(key) {
      await change(key, ({ queue, ...current }) =>
        queue === undefined || current.lane === undefined ? undefined : { ...current, behind: current.lane },
      );
    },
    async callNext(lane) {
      const [, next] = (await deliveries.list({ by: "lane", equals: lane, limit: 2 })).items;
      if (next?.value.behind === undefined) return;
      const { items } = await deliveries.list({ by: "lane", equals: lane, limit: 1 + CALLED });
      for (const { key } of items.slice(1)) await call(key);
    },
    async callForgotten(isStopping) {
      for (let after = ""; !isStopping(); ) {
        const [found] = (await deliveries.list({ by: "behind", after, limit: 1 })).items;
        if (found?.value.behind === undefined) return;
        after = found.value.behind;
        const first = await headOf(after);
        if (first?.value.behind !== undefined) await call(first.key);
      }
    },
    async finish(key, attempt, { state, due }) {
      await change(key, ({ queue: _queue, lane: _lane, behind: _behind, failed: _failed, ...current }) => {
        const next: Delivery = { ...current, state, attempts: current.attempts + 1, last: attempt };
        const marked = state === "delivered" ? next : { ...next, failed: next.subscription };
        return due === undefined ? marked : waitingFrom(marked, due);
      });
    },
    async remove(key) {
      await deliveries.change(key, () => null);
    },
    async replay(key) {
      const replayed = await change(key, ({ failed: _failed, ...current }) =>
        waitingFrom({ ...current, attempts: 0 }, deps.clock.now()),
      );
      return replayed !== undefined;
    },
    failures: (subscription, limit) => deliveries.list({ by: "failed", equals: subscription, limit }),
    log: (subscription, { limit, cursor }) =>
      deliveries.list({ by: "log", descending: true, limit, cursor, ...allOf(subscription) }),
  };
};

const laneOf = ({ subscription, kind, record }: Delivery): string => `${subscription}/${kind}/${record}`;
