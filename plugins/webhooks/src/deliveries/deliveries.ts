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

/**
 * Result of one delivery attempt. `status` is the status of the response. If no response arrived, `error` has
 * the reason.
 */
export interface Attempt {
  /** Time of the attempt in milliseconds since 1970. All times in this file use this format. */
  readonly time: number;
  readonly milliseconds: number;
  readonly status?: number;
  readonly error?: string;
}

/** Changed occurrence of a series, in the form in which messages contain it. */
export interface ChangedOccurrence {
  readonly id: number;
  /** Original start of the occurrence, as a wall clock time. For an all-day event only the date. */
  readonly recurrence_id: string;
}

type DeliveryPage = Awaited<ReturnType<Collection<Delivery>["list"]>>;

/** Delivery of one domain event to one webhook subscription. */
export interface Delivery {
  readonly subscription: number;
  readonly name: DomainEventName;
  readonly kind: Kind;
  readonly record: number;
  /** Set if an occurrence of a series changed; absent if the record itself changed. */
  readonly occurrence?: ChangedOccurrence;
  /** Ids of the records that were merged into the record, as far as the role could see them. */
  readonly merged?: readonly number[];
  /** Time of the domain event, in milliseconds since 1970. */
  readonly time: number;
  /**
   * `role` is the role of the subscription at the time of the change. `seen` is true if this role could see
   * the record before or after the change.
   */
  readonly role: ActorRole;
  readonly seen: boolean;
  /** W3C trace context of the request that changed the record. */
  readonly traceparent?: string;
  readonly state: (typeof STATES)[number];
  /** Number of attempts since the delivery was created or last replayed. */
  readonly attempts: number;
  readonly last?: Attempt;
  /** Index value: the subscription and the time of the domain event. All deliveries have it. */
  readonly log: string;
  /**
   * Index value: the subscription and the record. Only waiting deliveries have it. Deliveries with the same
   * value form a lane: they are sent one after the other, in the order of their keys.
   */
  readonly lane?: string;
  /**
   * Index value: the subscription and the due time. Absent if the delivery is finished, or if an earlier
   * delivery of its lane blocks it.
   */
  readonly queue?: string;
  /** Index value of blocked deliveries: the lane in which an earlier delivery must be finished first. */
  readonly behind?: string;
  /**
   * Index value of deliveries whose latest attempt failed, even if another attempt follows. It is the id of
   * the subscription.
   */
  readonly failed?: number;
}

export type NewDelivery = Pick<
  Delivery,
  "name" | "kind" | "record" | "occurrence" | "merged" | "time" | "role" | "seen" | "traceparent"
> & {
  readonly subscription: number;
  /** Position of the domain event in the outbox. */
  readonly position: number;
};

export interface Deliveries {
  /** Creates a delivery. Does nothing if the delivery already exists. */
  add(added: NewDelivery): Promise<void>;
  find(key: string): Promise<Delivery | undefined>;
  /** True if at least one delivery waits in the queue. Its due time may be in the future. */
  hasWaiting(): Promise<boolean>;
  /** Returns the deliveries of a subscription whose due time has passed, earliest due time first. */
  due(subscription: number, limit: number): Promise<DeliveryPage>;
  /** Returns the first waiting delivery of a lane, the only one that may be sent now. */
  head(lane: string): Promise<DeliveryPage["items"][number] | undefined>;
  /**
   * Removes a delivery from the queue while an earlier delivery of its lane is waiting. It returns to the
   * queue when the earlier deliveries are finished.
   */
  block(key: string): Promise<void>;
  /**
   * Returns blocked deliveries of a lane to the queue, at most 20. Call it while the first delivery is still
   * in the lane, because the function skips the first one. Does nothing if the second one is not blocked.
   */
  unblockNext(lane: string): Promise<void>;
  /**
   * Repairs lanes: returns the first delivery of each lane to the queue if it is still blocked. Checks
   * `isStopping` before each lane.
   */
  unblockHeads(isStopping: () => boolean): Promise<void>;
  /**
   * Stores the result of an attempt. `due` is the time of the next attempt; absent if the delivery is
   * finished.
   */
  finish(
    key: string,
    attempt: Attempt,
    end: { readonly state: Delivery["state"]; readonly due?: number },
  ): Promise<void>;
  remove(key: string): Promise<void>;
  /** Puts a delivery into the queue again, due immediately. Returns false if the delivery does not exist. */
  replay(key: string): Promise<boolean>;
  /**
   * Returns the deliveries of a subscription whose latest attempt failed, even if another attempt follows.
   */
  failures(subscription: number, limit: number): Promise<DeliveryPage>;
  /** Returns a page of all deliveries of a subscription, latest first. */
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
    merged: documentForm.optional(documentForm.list(documentForm.integer)),
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

/** Maximum number of blocked deliveries of a lane that return to the queue in one step. */
const MAX_UNBLOCKED = 20;

/** Returns the number padded with zeros, so that the alphabetical order of keys is the numerical order. */
const padded = (number: number): string => String(number).padStart(16, "0");
export const timeKeyOf = (subscription: number, time: number): string => `${subscription}/${padded(time)}`;
/**
 * Returns the range of the index values that belong to a subscription. Valid for `log`, `queue`, `lane` and
 * `behind`.
 */
export const boundsOf = (subscription: number): { readonly from: string; readonly before: string } => ({
  from: `${subscription}/`,
  before: `${subscription}0`,
});

/**
 * Returns the storage key of a delivery. Lanes deliver in the order of these keys. The key contains the time,
 * because outbox positions start again at 1 in imported storage. It contains the number of the event name, so
 * that `published` comes after the change that caused it.
 */
const keyOf = ({ position, time, name, subscription }: NewDelivery): string =>
  [
    padded(position),
    time.toString(36),
    String(DOMAIN_EVENT_NAMES.indexOf(name)).padStart(2, "0"),
    subscription,
  ].join("-");

/**
 * Returns the id of a message. Retries of the same delivery have the same id, so receivers can ignore
 * duplicates. Source: Standard Webhooks 1.0.
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
