import {
  type Collection,
  changeAll,
  type DocumentCollection,
  decidersOf,
  documentForm,
  isDecidedBy,
  type JsonObject,
  limitReached,
  type MadeWith,
  type PluginDeps,
} from "@kalends/core/plugin";
import { type CalendarAddress, type Credentials, toCalendarAddress } from "../import/calendar-address.ts";
import type { Counts, ReportEntry } from "../import/report/report.ts";
import { english } from "../texts.ts";

type Deciders = ReturnType<typeof decidersOf>;

/** Text that explains why a subscription was switched off. It is stored with the subscription. */
const REVOKED =
  "An application password that created or changed this subscription was revoked. Check its address, then switch it on again.";

/** Ways to handle future events that are no longer in the remote calendar. */
export const VANISHED = ["keep", "trash", "cancel"] as const;
export type Vanished = (typeof VANISHED)[number];

/** Settings of a subscription that editors can change. */
export interface SubscriptionSettings {
  /** URL of the calendar. In requests it may contain a user name and password; they are stored separately. */
  readonly url: string;
  readonly label: string;
  readonly enabled: boolean;
  /** Minimum time between two runs, in minutes. */
  readonly interval: number;
  readonly vanished: Vanished;
  /** Ids of the categories that each imported event gets. `tags` is the same for tags. */
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  /** Id of the venue for imported events without a venue; 0 for none. */
  readonly venue: number;
  /** Status of new events. Empty for the default, `publish`. */
  readonly status: string;
  readonly categories_as: "categories" | "tags";
}

/** Stored data of a subscription. All times are in milliseconds since 1970. */
export interface Subscription extends SubscriptionSettings {
  readonly created: number;
  /** Id of the user who last set the URL. The job reads the calendars of different users in turn. */
  readonly account?: number;
  /**
   * Application passwords that were used to set the members in `DECIDED`. Revoking one of these passwords
   * switches the subscription off.
   */
  readonly deciders?: Deciders;
  /** True if the URL contained a user name or password. */
  readonly hasPassword?: boolean;
  /** Earliest time of the next run. */
  readonly due: number;
  readonly checked?: number;
  readonly succeeded?: number;
  /** Number of consecutive failed runs. */
  readonly failures: number;
  /** Sentence that explains why the last run failed, or why the subscription was switched off (`REVOKED`). */
  readonly error?: string;
  /** ETag and Last-Modified of the last complete import, for conditional requests. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Refresh interval that the calendar suggests, in milliseconds. */
  readonly refresh?: number;
  /** Counts of the last run in which the calendar had changed. */
  readonly counts?: Counts;
  /**
   * First entries of the report of the run to which `counts` belongs. They are about events that were
   * skipped, failed or imported with a note.
   */
  readonly components?: readonly ReportEntry[];
}

export type SubscriptionChanges = {
  readonly [Name in keyof SubscriptionSettings]?: SubscriptionSettings[Name] | undefined;
};

const isCount = (value: unknown): boolean => Number.isFinite(value);
const isSubscription = documentForm.object({
  url: (url) => typeof url === "string" && toCalendarAddress(url) !== undefined,
  ...{ label: documentForm.text, enabled: documentForm.flag, interval: isCount, status: documentForm.text },
  vanished: (vanished) => VANISHED.some((name) => name === vanished),
  categories_as: (kind) => kind === "categories" || kind === "tags",
  ...{
    categories: documentForm.list(documentForm.integer),
    tags: documentForm.list(documentForm.integer),
    venue: documentForm.integer,
  },
  ...{
    created: documentForm.time,
    due: documentForm.time,
    checked: documentForm.optional(documentForm.time),
    succeeded: documentForm.optional(documentForm.time),
  },
  ...{
    account: documentForm.optional(documentForm.integer),
    deciders: documentForm.optional(documentForm.deciders),
    hasPassword: documentForm.optional(documentForm.flag),
  },
  ...{
    failures: documentForm.integer,
    error: documentForm.optional(documentForm.text),
    refresh: documentForm.optional(isCount),
  },
  ...{
    etag: documentForm.optional(documentForm.text),
    lastModified: documentForm.optional(documentForm.text),
  },
  counts: documentForm.optional(documentForm.object({})),
  components: documentForm.optional(documentForm.list(documentForm.object({}))),
});

export const SUBSCRIPTIONS: DocumentCollection = {
  name: "subscriptions",
  isWellFormed: (value, key) => /^\d{1,15}$/.test(key) && isSubscription(value),
};

/**
 * Stored collection of user names and passwords, by subscription id. Archives leave out collections whose
 * names end with `-secrets`.
 */
export const SUBSCRIPTION_SECRETS: DocumentCollection = { name: "subscription-secrets" };

/** User name and password, and the origin to which they may be sent. */
interface StoredCredentials extends Credentials {
  readonly origin: string;
}

const MAXIMUM = 200;

/**
 * Settings that decide which events appear or disappear in this calendar. The application password that set
 * each of them is recorded.
 */
const DECIDED = ["url", "status", "vanished", "enabled"] as const;

export interface FoundSubscription {
  readonly id: number;
  readonly value: Subscription;
}

/** Author of a change: the id of the user and, if used, the application password. */
export type SubscriptionEditor = MadeWith & { readonly account?: number | undefined };

export interface Subscriptions {
  list(): Promise<readonly FoundSubscription[]>;
  find(id: number): Promise<Subscription | undefined>;
  /**
   * Returns the user name and password for a subscription. Returns `undefined` if none are stored, or
   * if they were stored for another origin than that of `url`.
   */
  credentialsOf(id: number, url: string): Promise<Credentials | undefined>;
  /** Creates a subscription. Throws `rest_limit_reached` if the maximum number of subscriptions exists. */
  add(settings: SubscriptionSettings, by?: SubscriptionEditor): Promise<FoundSubscription>;
  /**
   * Changes the given settings of a subscription. The next run then imports the complete calendar. `by` is
   * the author of the change. Returns `undefined` if the subscription does not exist.
   */
  change(
    id: number,
    changes: SubscriptionChanges,
    by?: SubscriptionEditor,
  ): Promise<Subscription | undefined>;
  /**
   * Switches off all subscriptions whose URL, `status`, `vanished` or `enabled` was set with this application
   * password. Returns their number.
   */
  revokeMadeWith(credential: string): Promise<number>;
  /** Returns the subscriptions whose URL was last set by this user. */
  ofAccount(account: number): Promise<readonly JsonObject[]>;
  /** Removes the id of this user from the subscriptions whose URL the user has set. */
  forgetAccount(account: number): Promise<void>;
  /** Stores the result of a run: replaces the subscription by the result of `to`. */
  note(id: number, to: (current: Subscription) => Subscription): Promise<void>;
  /** Removes a subscription. Returns false if it does not exist. */
  remove(id: number): Promise<boolean>;
}

export const createSubscriptions = ({
  collection,
  clock,
}: Pick<PluginDeps, "collection" | "clock">): Subscriptions => {
  const all: Collection<Subscription> = collection<Subscription>(SUBSCRIPTIONS.name);
  const secrets: Collection<StoredCredentials> = collection<StoredCredentials>(SUBSCRIPTION_SECRETS.name);
  /**
   * Stores the user name and password of a URL separately. Returns the URL without them. `before` has the
   * current URL.
   */
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
    // A client may send back the URL that a response contained, which has no password. If the origin is
    // unchanged, the stored password remains.
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
    async add(settings, { account, ...by } = {}) {
      const now = clock.now();
      const { url, credentials }: CalendarAddress = toCalendarAddress(settings.url) ?? settings;
      const hasPassword = credentials !== undefined;
      const next = {
        ...{ ...settings, url, hasPassword, created: now, due: now, failures: 0 },
        ...(account !== undefined && { account }),
      };
      const value: Subscription = { ...next, deciders: decidersOf<Subscription>(DECIDED, { next, by }) };
      for (;;) {
        const id = newId();
        const outcome = await all.insert(String(id), value, { maximum: MAXIMUM });
        if (outcome === "full") throw limitReached(MAXIMUM, english("problem.too_many_subscriptions"));
        if (outcome === "inserted") {
          await separate(id, settings.url);
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

/**
 * Returns `deciders` without the entries of this application password. The settings themselves stay. An
 * editor who switches the subscription on again accepts these settings.
 */
const without = (deciders: Deciders = {}, credential: string): Deciders =>
  Object.fromEntries(Object.entries(deciders).filter(([, decider]) => decider.credential !== credential));

/** Returns a random id that fits the route paths. A removed id is very unlikely to be used again. */
const newId = (): number => 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 2 ** 31);
