import {
  type ActorRole,
  type Clock,
  type Collection,
  type DocumentCollection,
  type DomainEventName,
  limitReached,
  type PluginDeps,
} from "@kalends/core/plugin";
import { TOO_MANY } from "../texts.ts";
import { newSecret } from "./signatures.ts";

/** Why a subscription was switched off by itself. */
export type Fault = "gone" | "failing" | "too-many-waiting" | "unknown-role";

/** What administrators say of a subscription. Empty lists do not narrow. */
export interface Wishes {
  readonly url: string;
  readonly events: readonly DomainEventName[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  readonly statuses: readonly string[];
  /** Whom it reads as. */
  readonly role: ActorRole;
  readonly label: string;
  readonly enabled: boolean;
}

/** The application password that a webhook was created with, or that has changed its address, role or secret since. */
export interface Maker {
  /** Its id. */
  readonly credential?: string;
  /** Its label. */
  readonly madeWith?: string;
}

export interface Subscription extends Wishes, Maker {
  readonly secret: string;
  /** The secret before, which signs, too, until then (exclusive). */
  readonly previous?: { readonly secret: string; readonly until: number };
  /** Milliseconds since 1970, as all times. */
  readonly created: number;
  readonly fault?: Fault;
  /** When the first of the failures was that no success has followed. */
  readonly failingSince?: number;
}

export type Changes = {
  readonly [Name in keyof (Wishes & Pick<Subscription, "secret">)]?: Subscription[Name] | undefined;
};

export interface Subscriptions {
  /** By id, at most as many as there may be. */
  list(): Promise<readonly { readonly id: number; readonly value: Subscription }[]>;
  find(id: number): Promise<Subscription | undefined>;
  /** Throws `rest_limit_reached` where there are as many as there may be. */
  add(
    wishes: Wishes,
    more?: Maker & { readonly secret?: string },
  ): Promise<{ readonly id: number; readonly value: Subscription }>;
  /**
   * What is not there stays. A new secret: that before signs for another day. `maker`: who changes it, unless that is the command line.
   * `undefined`: there is none of this id.
   */
  update(id: number, changes: Changes, maker?: Maker): Promise<Subscription | undefined>;
  /** False: there is none. */
  remove(id: number): Promise<boolean>;
  /** Removes all that were created with an application password; answers how many. */
  removeMadeWith(credential: string): Promise<number>;
  /** Notes a failure that has come; answers since when there are nothing but failures. */
  noteFailure(id: number): Promise<number>;
  noteSuccess(id: number): Promise<void>;
  switchOff(id: number, fault: Fault): Promise<void>;
}

export const SUBSCRIPTIONS: DocumentCollection = { name: "subscriptions", indexes: ["credential"] };

/** So many subscriptions, and for so long two secrets. */
const MAXIMUM = 200;
const DAY = 24 * 60 * 60 * 1000;

/** What signs at this time: the newest first. */
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
    async add(wishes, { secret = newSecret(), ...maker } = {}) {
      const value: Subscription = { ...wishes, ...maker, secret, created: clock.now() };
      for (;;) {
        const id = newId();
        const outcome = await subscriptions.insert(String(id), value, { maximum: MAXIMUM });
        if (outcome === "full") throw limitReached(MAXIMUM, TOO_MANY);
        if (outcome === "inserted") return { id, value };
      }
    },
    update: (id, changes, maker) =>
      change(id, (current) => {
        const next = changed(current, changes, clock);
        const isOther = (["url", "role", "secret"] as const).some((name) => next[name] !== current[name]);
        return maker !== undefined && isOther ? withMaker(next, maker) : next;
      }),
    async remove(id) {
      if ((await subscriptions.get(String(id))) === undefined) return false;
      await subscriptions.change(String(id), () => null);
      return true;
    },
    async removeMadeWith(credential) {
      const { items } = await subscriptions.list({ by: "credential", equals: credential, limit: 1000 });
      for (const { key } of items) await subscriptions.change(key, () => null);
      return items.length;
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

const withMaker = (
  { credential: _credential, madeWith: _label, ...rest }: Subscription,
  maker: Maker,
): Subscription => ({ ...rest, ...maker });

/** Nothing that happened before counts when it is switched on again, or goes elsewhere. */
const changed = (current: Subscription, { secret, ...changes }: Changes, clock: Clock): Subscription => {
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

/** Which paths can name; never that of one that was removed, as good as certainly. */
const newId = (): number => 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 2 ** 31);
