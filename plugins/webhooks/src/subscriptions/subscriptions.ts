import {
  type ActorRole,
  type Collection,
  changeAll,
  DAY,
  type DocumentCollection,
  type DomainEventName,
  decidersOf,
  documentForm,
  isDecidedBy,
  limitReached,
  type MadeWith,
  type PluginDeps,
} from "@kalends/core/plugin";
import type { Kind } from "../deliveries/deliveries.ts";
import { english } from "../texts.ts";
import { isSecret, newSecret } from "./signatures.ts";

/** Reason why the plugin switched off a subscription. */
export type Fault = "gone" | "failing" | "too-many-waiting" | "unknown-role";

/**
 * Values of a subscription that users with the rights to manage webhooks (administrators and editors) can
 * change. An empty filter list matches everything.
 */
export interface WebhookSettings {
  readonly url: string;
  readonly events: readonly DomainEventName[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  readonly statuses: readonly string[];
  /** Role with which the plugin reads the records for the messages. */
  readonly role: ActorRole;
  readonly label: string;
  readonly enabled: boolean;
}

export interface Subscription extends WebhookSettings {
  readonly secret: string;
  /**
   * Application passwords that were used to set the URL, the role and the secret. Revoking one of these
   * passwords removes the subscription.
   */
  readonly deciders?: ReturnType<typeof decidersOf>;
  /** Previous secret. Messages are signed with it too, until the time `until` (exclusive). */
  readonly previous?: { readonly secret: string; readonly until: number };
  /** Time of creation in milliseconds since 1970. All times in this file use this format. */
  readonly created: number;
  readonly fault?: Fault;
  /**
   * Time of the first failure after the last success. Absent if none has failed since. Switching the
   * webhook on again or changing its URL clears the time too.
   */
  readonly failingSince?: number;
}

export type Changes = {
  readonly [Name in keyof (WebhookSettings & Pick<Subscription, "secret">)]?: Subscription[Name] | undefined;
};

export interface Subscriptions {
  /** Returns all subscriptions, ordered by id. */
  list(): Promise<readonly { readonly id: number; readonly value: Subscription }[]>;
  find(id: number): Promise<Subscription | undefined>;
  /** Creates a subscription. Throws `rest_limit_reached` if the maximum number of subscriptions exists. */
  add(
    settings: WebhookSettings,
    more?: { readonly secret?: string; readonly by?: MadeWith },
  ): Promise<{ readonly id: number; readonly value: Subscription }>;
  /**
   * Changes the given values of a subscription. After a change of the secret, messages are also signed with
   * the previous secret for one day. `by` is the application password with which the caller signed in, if
   * any. Returns `undefined` if the subscription does not exist.
   */
  update(id: number, changes: Changes, by?: MadeWith): Promise<Subscription | undefined>;
  /** Removes a subscription. Returns false if it does not exist. */
  remove(id: number): Promise<boolean>;
  /**
   * Removes all subscriptions whose URL, role or secret was set with this application password. Returns the
   * number of removed subscriptions.
   */
  revokeMadeWith(credential: string): Promise<number>;
  /** Replaces merged records in the filters of all subscriptions with the record into which they were merged. */
  followMerge(kind: Kind, mergedIds: readonly number[], targetId: number): Promise<void>;
  /** Records a failed delivery. Returns the time of the first failure since the last success. */
  noteFailure(id: number): Promise<number>;
  noteSuccess(id: number): Promise<void>;
  switchOff(id: number, fault: Fault): Promise<void>;
}

const isAddress = (value: unknown): boolean =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
const isSigning = (value: unknown): boolean => typeof value === "string" && isSecret(value);
const isSubscription = documentForm.object({
  ...{
    url: isAddress,
    role: documentForm.text,
    label: documentForm.text,
    enabled: documentForm.flag,
    secret: isSigning,
    created: documentForm.time,
  },
  ...{ events: documentForm.list(documentForm.text), statuses: documentForm.list(documentForm.text) },
  ...{ categories: documentForm.list(documentForm.integer), tags: documentForm.list(documentForm.integer) },
  ...{ venues: documentForm.list(documentForm.integer), organizers: documentForm.list(documentForm.integer) },
  previous: documentForm.optional(documentForm.object({ secret: isSigning, until: documentForm.time })),
  ...{
    deciders: documentForm.optional(documentForm.deciders),
    fault: documentForm.optional(documentForm.text),
    failingSince: documentForm.optional(documentForm.time),
  },
});

export const SUBSCRIPTIONS: DocumentCollection = {
  name: "subscriptions",
  isWellFormed: (value, key) => /^\d{1,15}$/.test(key) && isSubscription(value),
};

/**
 * Values that decide who receives which data. The application password that set each of them is recorded.
 * Revoking that password must also end the access that was set up with it.
 */
const DECIDED = ["url", "role", "secret"] as const;

/** Name of the filter that lists ids of records of a kind, such as `venues` for `venue`. */
const FILTERS: Partial<Record<Kind, "categories" | "tags" | "venues" | "organizers">> = {
  ...{ venue: "venues", organizer: "organizers", category: "categories", tag: "tags" },
};

/** Maximum number of webhook subscriptions in a calendar. */
const MAXIMUM = 200;

/** Returns the secrets that sign messages at the time `now`, newest first. */
export const secretsOf = ({ secret, previous }: Subscription, now: number): readonly string[] =>
  previous !== undefined && now < previous.until ? [secret, previous.secret] : [secret];

export const createSubscriptions = ({
  collection,
  clock,
}: Pick<PluginDeps, "collection" | "clock">): Subscriptions => {
  const subscriptions: Collection<Subscription> = collection<Subscription>(SUBSCRIPTIONS.name);
  const change = (id: number, to: (current: Subscription) => Subscription | null | undefined) =>
    subscriptions.change(String(id), (current) => current && to(current));

  return {
    async list() {
      const { items } = await subscriptions.list({ limit: 1000 });
      return items.map(({ key, value }) => ({ id: Number(key), value }));
    },
    find: (id) => subscriptions.get(String(id)),
    async add(settings, { secret = newSecret(), by = {} } = {}) {
      const next = { ...settings, secret, created: clock.now() };
      const value: Subscription = { ...next, deciders: decidersOf<Subscription>(DECIDED, { next, by }) };
      for (;;) {
        const id = newId();
        const outcome = await subscriptions.insert(String(id), value, { maximum: MAXIMUM });
        if (outcome === "full") throw limitReached(MAXIMUM, english("problem.too_many"));
        if (outcome === "inserted") return { id, value };
      }
    },
    update: (id, changes, by = {}) =>
      change(id, (current) => {
        const next = changed(current, changes, clock);
        return { ...next, deciders: decidersOf(DECIDED, { current, next, by }) };
      }),
    async remove(id) {
      if ((await subscriptions.get(String(id))) === undefined) return false;
      await subscriptions.change(String(id), () => null);
      return true;
    },
    revokeMadeWith: (credential) =>
      changeAll(subscriptions, {}, ({ deciders }) => (isDecidedBy(deciders, credential) ? null : undefined)),
    async followMerge(kind, mergedIds, targetId) {
      const filter = FILTERS[kind];
      if (filter === undefined) return;
      await changeAll(subscriptions, {}, (current) => {
        const ids = current[filter];
        if (!ids.some((id) => mergedIds.includes(id))) return undefined;
        const moved = ids.map((id) => (mergedIds.includes(id) ? targetId : id));
        return { ...current, [filter]: [...new Set(moved)] };
      });
    },
    async noteFailure(id) {
      const now = clock.now();
      const noted = await change(id, (current) =>
        current.failingSince === undefined ? { ...current, failingSince: now } : undefined,
      );
      return noted?.failingSince ?? now;
    },
    async noteSuccess(id) {
      await change(id, ({ failingSince: _since, ...current }) => current);
    },
    async switchOff(id, fault) {
      await change(id, (current) => ({ ...current, enabled: false, fault }));
    },
  };
};

/**
 * Returns the subscription with the changes applied. Switching the webhook on again or changing its URL
 * clears the recorded failures.
 */
const changed = (
  current: Subscription,
  { secret, ...changes }: Changes,
  clock: PluginDeps["clock"],
): Subscription => {
  const next: Subscription = {
    ...current,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    ...(secret !== undefined &&
      secret !== current.secret && {
        secret,
        previous: { secret: current.secret, until: clock.now() + DAY },
      }),
  };
  if (!next.enabled || (current.enabled && next.url === current.url)) return next;
  const { fault: _fault, failingSince: _since, ...fresh } = next;
  return fresh;
};

/** Returns a random id that fits the route paths. A removed id is very unlikely to be used again. */
const newId = (): number => 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 2 ** 31);
