import {
  type ActorRole,
  type Collection,
  DOMAIN_EVENT_NAMES,
  type DocumentCollection,
  type DomainEventName,
  documentForm,
  type PluginDeps,
} from "@kalends/core/plugin";

const KINDS = ["event", "venue", "organizer", "category", "tag", "image"] as const;
export type Kind = (typeof KINDS)[number];

const STATES = ["waiting", "delivered", "failed"] as const;

/** Result of one delivery attempt: the status of the response, or the reason why there is none. */
export interface Attempt {
  /** Milliseconds since 1970, like all times. */
  readonly time: number;
  readonly milliseconds: number;
  readonly status?: number;
  readonly error?: string;
}

/** Changed occurrence of a series, as in messages. */
export interface ChangedOccurrence {
  readonly id: number;
  /** Original start on its wall clock; only the date for an all-day event. */
  readonly recurrence_id: string;
}

type DeliveryPage = Awaited<ReturnType<Collection<Delivery>["list"]>>;

/** Delivery of one domain event to one subscription. */
export interface Delivery {
  readonly subscription: number;
  readonly name: DomainEventName;
  readonly kind: Kind;
  readonly record: number;
  /** Changed occurrence; absent if the record itself changed. */
  readonly occurrence?: ChangedOccurrence;
  /** Time of the domain event. */
  readonly time: number;
  /**
   * Role of the subscription at that time, and whether the role could see the record before or after the
   * change.
   */
  readonly role: ActorRole;
  readonly seen: boolean;
  /** Trace context of the request that made the change. */
  readonly traceparent?: string;
  readonly state: (typeof STATES)[number];
  /** Number of attempts since the delivery was created or replayed. */
  readonly attempts: number;
  readonly last?: Attempt;
  /** Index value of all deliveries: subscription and time. */
  readonly log: string;
  /** Index value of waiting deliveries: subscription and record. A lane delivers in the order of the keys. */
  readonly lane?: string;
  /**
   * Index value of deliveries that may be due: subscription and due time. Deliveries that are known to be
   * blocked in their lane have none.
   */
  readonly queue?: string;
  /** Index value of blocked deliveries: their lane. */
  readonly behind?: string;
  /** Index value of failed deliveries: the subscription. Set if the last attempt failed. */
  readonly failed?: number;
}

export type NewDelivery = Pick<
  Delivery,
  "name" | "kind" | "record" | "occurrence" | "time" | "role" | "seen" | "traceparent"
> & {
  readonly subscription: number;
  /** Position of the outbox entry. */
  readonly position: number;
};

export interface Deliveries {
  /** Creates a delivery. If it already exists, it stays unchanged. */
  add(added: NewDelivery): Promise<void>;
  find(key: string): Promise<Delivery | undefined>;
  /** True if any deliveries are waiting, whether due or not. */
  hasWaiting(): Promise<boolean>;
  /** Returns the due deliveries, longest overdue first. */
  due(subscription: number, limit: number): Promise<DeliveryPage>;
  /** Returns the first waiting delivery of a lane. */
  head(lane: string): Promise<DeliveryPage["items"][number] | undefined>;
  /** Blocks a delivery until the first one in its lane is finished. */
  block(key: string): Promise<void>;
  /**
   * Makes the deliveries after the first one in a lane due. Must be called before the first one is finished.
   */
  unblockNext(lane: string): Promise<void>;
  /** Unblocks the first delivery of each lane if it is still blocked. Calls `isStopping` before each lane. */
  unblockHeads(isStopping: () => boolean): Promise<void>;
  /** Records an attempt. `due`: time of the next attempt; absent if there is none. */
  finish(
    key: string,
    attempt: Attempt,
    end: { readonly state: Delivery["state"]; readonly due?: number },
  ): Promise<void>;
  remove(key: string): Promise<void>;
  /** Queues a delivery again, due now. Returns false if it does not exist. */
  replay(key: string): Promise<boolean>;
  /** Returns deliveries whose last attempt failed. */
  failures(subscription: number, limit: number): Promise<DeliveryPage>;
  /** Returns the deliveries of a subscription, latest first. */
  log(
    subscription: number,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<DeliveryPage>;
}

const oneOf = (texts: readonly string[]): ((value: unknown) => boolean) => {
  const known: ReadonlySet<unknown> = new Set(texts);
  return (value) => known.has(value);
};

export const DELIVERIES: DocumentCollection = {
  name: "deliveries",
  indexes: ["log", "queue", "lane", "behind", "failed"],
  isWellFormed: documentForm.object({
    ...{
      subscription: documentForm.integer,
      record: documentForm.integer,
      attempts: documentForm.integer,
      failed: documentForm.optional(documentForm.integer),
    },
    ...{ name: oneOf(DOMAIN_EVENT_NAMES), kind: oneOf(KINDS), state: oneOf(STATES) },
    ...{
      time: documentForm.time,
      role: documentForm.text,
      seen: documentForm.flag,
      traceparent: documentForm.optional(documentForm.text),
    },
    ...{
      log: documentForm.text,
      lane: documentForm.optional(documentForm.text),
      queue: documentForm.optional(documentForm.text),
      behind: documentForm.optional(documentForm.text),
    },
    occurrence: documentForm.optional(
      documentForm.object({ id: documentForm.integer, recurrence_id: documentForm.text }),
    ),
    last: documentForm.optional(
      documentForm.object({
        ...{ time: documentForm.time, milliseconds: documentForm.integer },
        ...{
          status: documentForm.optional(documentForm.integer),
          error: documentForm.optional(documentForm.text),
        },
      }),
    ),
  }),
};

/** Maximum number of deliveries in a lane that become due at once. */
const MAX_UNBLOCKED = 20;

/** Returns the number padded with zeros, so that texts sort like numbers. */
const padded = (number: number): string => String(number).padStart(16, "0");
export const timeKeyOf = (subscription: number, time: number): string => `${subscription}/${padded(time)}`;
/** Returns the bounds of all index values of a subscription, in the log, the queue and the lanes. */
export const boundsOf = (subscription: number): { readonly from: string; readonly before: string } => ({
  from: `${subscription}/`,
  before: `${subscription}0`,
});

/**
 * Returns the key of a delivery. It contains the time, because positions restart in imported storage. The
 * index of the event name sorts `published` after the change that caused it.
 */
const keyOf = ({ position, time, name, subscription }: NewDelivery): string =>
  [
    padded(position),
    time.toString(36),
    String(DOMAIN_EVENT_NAMES.indexOf(name)).padStart(2, "0"),
    subscription,
  ].join("-");

/**
 * Returns the message id, which is the same in each attempt. Source: the specification of Standard Webhooks,
 * 1.0.
 */
export const messageIdOf = (key: string): string => `msg_${key}`;

export const collectionOf = ({ collection }: Pick<PluginDeps, "collection">): Collection<Delivery> =>
  collection<Delivery>(DELIVERIES.name);

export const createDeliveries = (
  deps: Pick<PluginDeps, "collection"> & { readonly clock: PluginDeps["clock"] },
): Deliveries => {
  const deliveries = collectionOf(deps);
  const waitingFrom = ({ behind: _behind, ...delivery }: Delivery, due: number): Delivery => ({
    ...delivery,
    state: "waiting",
    queue: timeKeyOf(delivery.subscription, due),
    lane: laneOf(delivery),
  });
  const change = (key: string, to: (current: Delivery) => Delivery | undefined) =>
    deliveries.change(key, (current) => current && to(current));
  const headOf: Deliveries["head"] = async (lane) =>
    (await deliveries.list({ by: "lane", equals: lane, limit: 1 })).items[0];
  const unblock = (key: string) =>
    change(key, (current) =>
      current.behind === undefined ? undefined : waitingFrom(current, deps.clock.now()),
    );

  return {
    async add(added) {
      const { position: _position, ...delivery } = added;
      const { subscription, time } = added;
      const made = {
        ...delivery,
        state: "waiting",
        attempts: 0,
        log: timeKeyOf(subscription, time),
      } as const;
      await deliveries.change(keyOf(added), (current) =>
        current === undefined ? waitingFrom(made, deps.clock.now()) : undefined,
      );
    },
    find: (key) => deliveries.get(key),
    hasWaiting: async () => (await deliveries.list({ by: "queue", limit: 1 })).items.length > 0,
    due: (subscription, limit) =>
      deliveries.list({
        ...{ by: "queue", from: boundsOf(subscription).from, limit },
        until: timeKeyOf(subscription, deps.clock.now()),
      }),
    head: headOf,
    async block(key) {
      await change(key, ({ queue, ...current }) =>
        queue === undefined || current.lane === undefined ? undefined : { ...current, behind: current.lane },
      );
    },
    async unblockNext(lane) {
      const [, next] = (await deliveries.list({ by: "lane", equals: lane, limit: 2 })).items;
      if (next?.value.behind === undefined) return;
      const { items } = await deliveries.list({ by: "lane", equals: lane, limit: 1 + MAX_UNBLOCKED });
      for (const { key } of items.slice(1)) await unblock(key);
    },
    async unblockHeads(isStopping) {
      for (let after = ""; !isStopping(); ) {
        const [found] = (await deliveries.list({ by: "behind", after, limit: 1 })).items;
        if (found?.value.behind === undefined) return;
        after = found.value.behind;
        const first = await headOf(after);
        if (first?.value.behind !== undefined) await unblock(first.key);
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
      deliveries.list({ by: "log", descending: true, limit, cursor, ...boundsOf(subscription) }),
  };
};

const laneOf = ({ subscription, kind, record }: Delivery): string => `${subscription}/${kind}/${record}`;
