import {
  type Collection,
  changeAll,
  type Deciders,
  type DocumentCollection,
  decidersOf,
  isDecidedBy,
  type JsonObject,
  limitReached,
  type MadeWith,
  type PluginDeps,
} from "@kalends/core/plugin";
import { type CalendarAddress, type Credentials, toCalendarAddress } from "../import/calendar-address.ts";
import type { Counts, ReportEntry } from "../import/report/report.ts";
import { english } from "../texts.ts";

/** Stored as the reason why a subscription is off; not part of an error response. */
const REVOKED =
  "An application password that created or changed this subscription was revoked. Check its address, then switch it on again.";

/** What becomes of events that are in their calendar no more, as long as they are not over. */
export const VANISHED = ["keep", "trash", "cancel"] as const;
export type Vanished = (typeof VANISHED)[number];

/** What editors say of a subscription. */
export interface SubscriptionWishes {
  /** When it is written: with the user and the password, which are kept apart from the rest. */
  readonly url: string;
  readonly label: string;
  readonly enabled: boolean;
  /** Minutes between two looks, at least. */
  readonly interval: number;
  readonly vanished: Vanished;
  /** Ids of what all its events have besides. */
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  /** The id of the venue of events that name none; 0: none. */
  readonly venue: number;
  /** Of new events; `""`: published. */
  readonly status: string;
  readonly categories_as: "categories" | "tags";
}

/** Times are milliseconds since 1970. */
export interface Subscription extends SubscriptionWishes {
  readonly created: number;
  /** Id of the user who set its address last: the users' calendars are read in turn. */
  readonly account?: number;
  /** Deciders of the members in `DECIDED`: it is switched off with any of these passwords. */
  readonly deciders?: Deciders;
  /** Its address had a user or a password. */
  readonly hasPassword?: boolean;
  /** When it is looked at next, at the earliest. */
  readonly due: number;
  readonly checked?: number;
  readonly succeeded?: number;
  /** In a row. */
  readonly failures: number;
  /** A sentence: why the last look failed. */
  readonly error?: string;
  /** As the server has sent them. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Milliseconds between two looks that the calendar asks for. */
  readonly refresh?: number;
  /** Of the last look that found something new. */
  readonly counts?: Counts;
  /** What was skipped, failed or taken over with a reason then; the first ones. */
  readonly components?: readonly ReportEntry[];
}

export type SubscriptionChanges = {
  readonly [Name in keyof SubscriptionWishes]?: SubscriptionWishes[Name] | undefined;
};

export const SUBSCRIPTIONS: DocumentCollection = { name: "subscriptions" };

/** Credentials by the ids of subscriptions. Archives leave out collections of such a name. */
export const SUBSCRIPTION_SECRETS: DocumentCollection = { name: "subscription-secrets" };

/** For which origin they are. */
interface StoredCredentials extends Credentials {
  readonly origin: string;
}

const MAXIMUM = 200;

/** They decide which events appear in this calendar, how, and which disappear. */
const DECIDED = ["url", "status", "vanished", "enabled"] as const;

export interface FoundSubscription {
  readonly id: number;
  readonly value: Subscription;
}

/** Who writes a subscription: the application password of the caller, if any, and the id of the user. */
export type SubscriptionAuthor = MadeWith & { readonly account?: number | undefined };

export interface Subscriptions {
  list(): Promise<readonly FoundSubscription[]>;
  find(id: number): Promise<Subscription | undefined>;
  /** User and password for the address of a subscription. */
  credentialsOf(id: number, url: string): Promise<Credentials | undefined>;
  /** Throws `rest_limit_reached` where there are as many as there may be. */
  add(wishes: SubscriptionWishes, by?: SubscriptionAuthor): Promise<FoundSubscription>;
  /**
   * Changes what is sent; its calendar is then read from the beginning. `by`: the caller. Returns `undefined` if
   * the subscription does not exist.
   */
  change(
    id: number,
    changes: SubscriptionChanges,
    by?: SubscriptionAuthor,
  ): Promise<Subscription | undefined>;
  /** Switches off all whose address, status, `vanished` or `enabled` an application password decided; returns how many. */
  revokeMadeWith(credential: string): Promise<number>;
  /** Those whose address this user has set. */
  ofAccount(account: number): Promise<readonly JsonObject[]>;
  /** Forgets that this user has set addresses. */
  forgetAccount(account: number): Promise<void>;
  /** What has come of a look. */
  note(id: number, to: (current: Subscription) => Subscription): Promise<void>;
  /** False: there is none. */
  remove(id: number): Promise<boolean>;
}

export const createSubscriptions = ({
  collection,
  clock,
}: Pick<PluginDeps, "collection" | "clock">): Subscriptions => {
  const all: Collection<Subscription> = collection<Subscription>(SUBSCRIPTIONS.name);
  const secrets: Collection<StoredCredentials> = collection<StoredCredentials>(SUBSCRIPTION_SECRETS.name);
  /** Keeps the credentials of an address, and returns it without; `before`: the address until now. */
  const separate = async (
    id: number,
    address: string,
    before?: Pick<Subscription, "url" | "hasPassword">,
  ): Promise<Pick<Subscription, "url" | "hasPassword">> => {
    const { url, credentials }: CalendarAddress = toCalendarAddress(address) ?? { url: address };
    const { origin } = new URL(url);
    if (credentials !== undefined) {
      await secrets.change(String(id), () => ({ ...credentials, origin }));
      return { url, hasPassword: true };
    }
    // The address that is shown may come back.
    if (before?.hasPassword && new URL(before.url).origin === origin) return { url, hasPassword: true };
    if (before?.hasPassword) await secrets.change(String(id), () => null);
    return { url, hasPassword: false };
  };
  const change = (id: number, to: (current: Subscription) => Subscription) =>
    all.change(String(id), (current) => current && to(current));
  return {
    async list() {
      const { items } = await all.list({ limit: 1000 });
      return items
        .map(({ key, value }) => ({ id: Number(key), value }))
        .toSorted((one, other) => one.value.created - other.value.created || one.id - other.id);
    },
    find: (id) => all.get(String(id)),
    async credentialsOf(id, url) {
      const stored = await secrets.get(String(id));
      return stored?.origin === new URL(url).origin ? stored : undefined;
    },
    async add(wishes, { account, ...by } = {}) {
      const now = clock.now();
      const { url, credentials }: CalendarAddress = toCalendarAddress(wishes.url) ?? wishes;
      const hasPassword = credentials !== undefined;
      const next = {
        ...{ ...wishes, url, hasPassword, created: now, due: now, failures: 0 },
        ...(account !== undefined && { account }),
      };
      const value: Subscription = { ...next, deciders: decidersOf<Subscription>(DECIDED, { next, by }) };
      for (;;) {
        const id = newId();
        const outcome = await all.insert(String(id), value, { maximum: MAXIMUM });
        if (outcome === "full") throw limitReached(MAXIMUM, english("problem.too_many_subscriptions"));
        if (outcome === "inserted") {
          await separate(id, wishes.url);
          return { id, value };
        }
      }
    },
    async change(id, changes, { account, ...by } = {}) {
      const before = await all.get(String(id));
      if (before === undefined) return undefined;
      const place = changes.url === undefined ? {} : await separate(id, changes.url, before);
      return change(id, ({ etag: _etag, lastModified: _lastModified, ...current }) => {
        const next: Subscription = {
          ...current,
          ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
          ...place,
          ...(changes.url !== undefined && account !== undefined && { account }),
          due: clock.now(),
          failures: 0,
        };
        return { ...next, deciders: decidersOf(DECIDED, { current, next, by }) };
      });
    },
    revokeMadeWith: (credential) =>
      changeAll(all, {}, (current) =>
        isDecidedBy(current.deciders, credential)
          ? { ...current, enabled: false, error: REVOKED, deciders: without(current.deciders, credential) }
          : undefined,
      ),
    async ofAccount(account) {
      const { items } = await all.list({ limit: 1000 });
      return items
        .filter(({ value }) => value.account === account)
        .map(({ key, value: { url, label } }) => ({ subscription: Number(key), url, label }));
    },
    async forgetAccount(account) {
      await changeAll(all, {}, ({ account: current, ...kept }) => (current === account ? kept : undefined));
    },
    async note(id, to) {
      await change(id, to);
    },
    async remove(id) {
      if ((await all.get(String(id))) === undefined) return false;
      await secrets.change(String(id), () => null);
      await all.change(String(id), () => null);
      return true;
    },
  };
};

/** An editor who switches the subscription on again accepts what the password had decided. */
const without = (deciders: Deciders = {}, credential: string): Deciders =>
  Object.fromEntries(Object.entries(deciders).filter(([, decider]) => decider.credential !== credential));

/** Which paths can name; never that of one that was removed, as good as certainly. */
const newId = (): number => 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 2 ** 31);
