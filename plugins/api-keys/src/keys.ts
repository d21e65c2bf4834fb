import {
  type Capability,
  type Collection,
  changeAll,
  DAY,
  type DocumentCollection,
  documentForm,
  limitReached,
  type MadeWith,
  type PluginDeps,
} from "@kalends/core/plugin";
import { english } from "./texts.ts";

/**
 * Stored data of an API key, without the secret itself. If the key was created with an application password,
 * `credential` is the id of that password and `madeWith` is its label. Revoking the password removes the key.
 */
export interface StoredKey extends MadeWith {
  /** SHA-256 of the secret, in base64url. */
  readonly hash: string;
  /**
   * Author of the records that are written with this key. It is an account id, or the numeric id of a user of
   * the host application.
   */
  readonly user: number;
  /**
   * Set only for users of the host application: their id there, and their rights when the key was created.
   */
  readonly host?: { readonly id: number | string; readonly rights: readonly Capability[] };
  readonly label: string;
  /**
   * Contains `accounts` if the key may manage accounts, as far as its user may. Other keys may not manage
   * accounts.
   */
  readonly scopes?: readonly "accounts"[];
  /** `created` and `expires` are in milliseconds since 1970. The key is no longer valid at `expires`. */
  readonly created: number;
  readonly expires: number;
}

export type NewKey = Omit<StoredKey, "hash" | "created" | "expires"> & { readonly days: number };

export interface KeyInfo extends Omit<StoredKey, "hash" | "host" | "credential"> {
  readonly id: number;
}

/** Selects a page of the list of keys. If `user` is set, only the keys of this user are listed. */
export interface KeyQuery {
  readonly user?: number | undefined;
  readonly limit: number;
  /** `cursor` of the previous page; absent for the first page. */
  readonly cursor?: string | undefined;
}

export interface KeyPage {
  readonly keys: readonly KeyInfo[];
  readonly total: number;
  /** Cursor for the next page; absent on the last page. */
  readonly cursor?: string;
}

/** Storage of the API keys of a calendar. */
export interface Keys {
  /**
   * Creates a key and returns it as `id.secret`. The secret has 256 random bits. Throws `rest_limit_reached`
   * if the user already has the maximum number of unexpired keys.
   */
  add(key: NewKey): Promise<KeyInfo & { readonly key: string }>;
  /**
   * Returns the stored data of an API key sent as `id.secret`. Returns `undefined` if the key is invalid or
   * expired.
   */
  find(key: string): Promise<StoredKey | undefined>;
  /**
   * Returns the information about a key, without its secret. Returns `undefined` if the key does not exist.
   */
  show(id: number): Promise<KeyInfo | undefined>;
  /**
   * Returns a page of keys, ordered by id. Expired keys are included until `sweep` removes them. Throws
   * `rest_invalid_param` if the cursor belongs to another list.
   */
  list(query: KeyQuery): Promise<KeyPage>;
  /** Yields the keys of one user, or all keys if `user` is absent. */
  each(user?: number): AsyncIterable<KeyInfo>;
  /**
   * Revokes a key. If `user` is given, the key must belong to this user. Returns false if no such key exists.
   */
  revoke(id: number, user?: number): Promise<boolean>;
  /** Revokes all keys of a user and returns their number. */
  revokeAll(user: number): Promise<number>;
  /**
   * Removes the keys that were created with this application password. Returns the number of removed keys.
   */
  revokeMadeWith(credential: string): Promise<number>;
  /** Removes expired keys and returns the number of removed keys. Ends early if `isStopping` returns true. */
  sweep(isStopping: () => boolean): Promise<number>;
}

/** Name of the authentication scheme that this plugin adds. */
export const SCHEME = "api-keys";

const ID = /^\d{1,15}$/;
const isStoredKey = documentForm.object({
  ...{
    hash: documentForm.text,
    user: documentForm.integer,
    label: documentForm.text,
    created: documentForm.time,
    expires: documentForm.time,
  },
  host: documentForm.optional(
    documentForm.object({
      id: (id) => documentForm.text(id) || documentForm.integer(id),
      rights: documentForm.list(documentForm.text),
    }),
  ),
  scopes: documentForm.optional(documentForm.list((scope) => scope === "accounts")),
  ...documentForm.madeWith,
});

export const COLLECTION: DocumentCollection = {
  name: "keys",
  indexes: ["user", "expires", "credential"],
  isWellFormed: (value, key) => ID.test(key) && isStoredKey(value),
};

/** Maximum number of unexpired keys per user. */
const MAXIMUM = 50;
/** Page size that `each` uses to read all keys. */
const MAX_PAGE_SIZE = 1000;
const KEY = /^(\d{1,15})\.([\w-]{43})$/;

const toKeyInfo = (
  id: string,
  { hash: _hash, host: _host, credential: _id, ...shown }: StoredKey,
): KeyInfo => ({
  id: Number(id),
  ...shown,
});

export const createKeys = ({
  collection,
  clock,
  secrets,
}: Pick<PluginDeps, "collection" | "clock" | "secrets">): Keys => {
  const keys: Collection<StoredKey> = collection<StoredKey>(COLLECTION.name);
  const byUser = (user: number | undefined) =>
    user === undefined ? {} : ({ by: "user", equals: user } as const);

  const list: Keys["list"] = async ({ user, limit, cursor }) => {
    const [{ items, cursor: next }, total] = await Promise.all([
      keys.list({ ...byUser(user), limit, cursor }),
      keys.count(byUser(user)),
    ]);
    const shown = items.map(({ key, value }) => toKeyInfo(key, value));
    return { keys: shown, total, ...(next !== undefined && { cursor: next }) };
  };
  return {
    async add({ days, ...key }) {
      const { secret, hash } = secrets.create();
      const made = { ...key, hash, ...lifetime(clock, days) };
      const id = await store(keys, made);
      return { ...toKeyInfo(String(id), made), key: `${id}.${secret}` };
    },
    async find(key) {
      const [, id = "", secret = ""] = KEY.exec(key) ?? [];
      const found = id === "" ? undefined : await keys.get(id);
      if (found === undefined || found.expires <= clock.now()) return undefined;
      return secrets.matches(secret, found.hash) ? found : undefined;
    },
    async show(id) {
      const found = await keys.get(String(id));
      return found && toKeyInfo(String(id), found);
    },
    list,
    async *each(user) {
      for (let cursor: string | undefined; ; ) {
        const page = await list({ user, limit: MAX_PAGE_SIZE, cursor });
        yield* page.keys;
        if (page.cursor === undefined) return;
        cursor = page.cursor;
      }
    },
    async revoke(id, user) {
      const known = await keys.get(String(id));
      if (known === undefined || (user !== undefined && known.user !== user)) return false;
      await keys.change(String(id), () => null);
      return true;
    },
    revokeAll: (user) => changeAll(keys, { by: "user", equals: user }, () => null),
    revokeMadeWith: (credential) => changeAll(keys, { by: "credential", equals: credential }, () => null),
    async sweep(isStopping) {
      let removed = 0;
      for (;;) {
        const { items } = await keys.list({ by: "expires", until: clock.now(), limit: 100 });
        for (const { key } of items) {
          if (isStopping()) return removed;
          await keys.change(key, () => null);
          removed += 1;
        }
        if (items.length === 0) return removed;
      }
    },
  };
};

const lifetime = (clock: PluginDeps["clock"], days: number): Pick<StoredKey, "created" | "expires"> => {
  const created = clock.now();
  return { created, expires: created + days * DAY };
};

/**
 * Inserts a key under a new random id and returns the id. The id is at most 15 digits long, so it fits the
 * route paths. Tries another id if the first one is in use. Throws `rest_limit_reached` if the user already
 * has `MAXIMUM` unexpired keys.
 */
const store = async (keys: Collection<StoredKey>, made: StoredKey): Promise<number> => {
  const { user, created } = made;
  const bound = {
    ...{ maximum: MAXIMUM, by: "user", equals: user },
    counts: ({ expires }: StoredKey): boolean => expires > created,
  };
  for (;;) {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    const id = 1 + (high % 2 ** 16) * 2 ** 32 + low;
    const outcome = await keys.insert(String(id), made, bound);
    if (outcome === "full") throw limitReached(MAXIMUM, english("problem.too_many"));
    if (outcome === "inserted") return id;
  }
};
