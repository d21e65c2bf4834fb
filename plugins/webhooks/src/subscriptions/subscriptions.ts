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
import { english } from "../texts.ts";
import { isSecret, newSecret } from "./signatures.ts";

/** Reason why a subscription was switched off automatically. */
export type Fault = "gone" | "failing" | "too-many-waiting" | "unknown-role";

/** Values of a subscription that administrators set. Empty lists do not filter. */
export interface WebhookSettings {
  readonly url: string;
  readonly events: readonly DomainEventName[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  readonly statuses: readonly string[];
  /** Role with which the subscription reads records. */
  readonly role: ActorRole;
  readonly label: string;
  readonly enabled: boolean;
}

export interface Subscription extends WebhookSettings {
  readonly secret: string;
  /** Deciders of its address, role and secret. Revoking any of these passwords removes the subscription. */
  readonly deciders?: ReturnType<typeof decidersOf>;
  /** Previous secret, which also signs until the given time (exclusive). */
  readonly previous?: { readonly secret: string; readonly until: number };
  /** Milliseconds since 1970, like all times. */
  readonly created: number;
  readonly fault?: Fault;
  /** Time of the first failure since the last success. */
  readonly failingSince?: number;
}

export type Changes = {
  readonly [Name in keyof (WebhookSettings & Pick<Subscription, "secret">)]?: Subscription[Name] | undefined;
};

export interface Subscriptions {
  /** Returns all subscriptions, ordered by id. */
  list(): Promise<readonly { readonly id: number; readonly value: Subscription }[]>;
  find(id: number): Promise<Subscription | undefined>;
  /** Throws `rest_limit_reached` if the maximum number of subscriptions exists. */
  add(
    settings: WebhookSettings,
    more?: { readonly secret?: string; readonly by?: MadeWith },
  ): Promise<{ readonly id: number; readonly value: Subscription }>;
  /**
   * Changes the given values. After a change of the secret, the previous one signs for another day. `by`:
   * application password of the caller. Returns `undefined` if the webhook does not exist.
   */
  update(id: number, changes: Changes, by?: MadeWith): Promise<Subscription | undefined>;
  /** Returns false if the subscription does not exist. */
  remove(id: number): Promise<boolean>;
  /**
   * Removes all subscriptions whose address, role or secret was decided with this application password;
   * returns their number.
   */
  revokeMadeWith(credential: string): Promise<number>;
  /** Records a failure and returns the time since which all attempts have failed. */
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
 * Members that decide who can read the messages. Whoever set one of them with a password could otherwise read
 * on after its revocation.
 */
const DECIDED = ["url", "role", "secret"] as const;

/** Maximum number of subscriptions. */
const MAXIMUM = 200;

/** Returns the secrets that sign at this time, newest first. */
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
 * Applies the changes. Past failures are cleared if the webhook is switched on again or gets another address.
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

/** Returns a random id that paths can contain. Reuse of the id of a removed subscription is very unlikely. */
const newId = (): number => 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 2 ** 31);
