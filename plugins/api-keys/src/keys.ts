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
 * Stored data of a key, without its secret. A key becomes void if the application password that created it is
 * revoked.
 */
export interface StoredKey extends MadeWith {
  /** SHA-256 of the secret, in base64url. */
  readonly hash: string;
  /**
   * Author of records written with the key: the id of an account, or the numeric id of a user of the host.
   */
  readonly user: number;
  /** Id in the host, and rights at the time of creation; set for users without an account. */
  readonly host?: { readonly id: number | string; readonly rights: readonly Capability[] };
  readonly label: string;
  /** Times of creation and expiry (exclusive), in milliseconds since 1970. */
  readonly created: number;
  readonly expires: number;
}

export type NewKey = Omit<StoredKey, "hash" | "created" | "expires"> & { readonly days: number };

export interface KeyInfo extends Omit<StoredKey, "hash" | "host" | "credential"> {
  readonly id: number;
}

/** Query of a key list. `user`: only keys of this user. */
export interface KeyQuery {
  readonly user?: number | undefined;
  readonly limit: number;
  /** Cursor from the previous page. */
  readonly cursor?: string | undefined;
}

export interface KeyPage {
  readonly keys: readonly KeyInfo[];
  readonly total: number;
  /** Cursor for the next page; absent on the last page. */
  readonly cursor?: string;
}

/** API keys of a calendar. */
export interface Keys {
  /**
   * Creates a key and returns it as `id.secret`; the secret has 256 random bits. Throws `rest_limit_reached`
   * if the user has the maximum number of unexpired keys.
   */
  add(key: NewKey): Promise<KeyInfo & { readonly key: string }>;
  /** Returns the stored data of a valid key; `undefined` if the key is invalid or expired. */
  find(key: string): Promise<StoredKey | undefined>;
  /** Returns a key without its secret; `undefined` if it does not exist. */
  show(id: number): Promise<KeyInfo | undefined>;
  /**
   * Returns a page of keys, ordered by id, including expired ones. Throws `rest_invalid_param` for a cursor
   * of another list.
   */
  list(query: KeyQuery): Promise<KeyPage>;
  /** Yields all keys, or all keys of one user. */
  each(user?: number): AsyncIterable<KeyInfo>;
  /** Revokes a key. Returns false if it does not exist, or does not belong to the given user. */
  revoke(id: number, user?: number): Promise<boolean>;
  /** Revokes all keys of a user and returns their number. */
  revokeAll(user: number): Promise<number>;
  /** Removes all keys that were created with an application password, and returns their number. */
  revokeMadeWith(credential: string): Promise<number>;
  /** Removes expired keys and returns their number. */
  sweep(isStopping: () => boolean): Promise<number>;
}

/** Name of the authentication scheme for keys. */
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
  ...documentForm.madeWith,
});

export const COLLECTION: DocumentCollection = {
  name: "keys",
  indexes: ["user", "expires", "credential"],
  isWellFormed: (value, key) => ID.test(key) && isStoredKey(value),
};

/** Maximum number of unexpired keys of one user. */
const MAXIMUM = 50;
/** Maximum page size. */
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

/** Stores a key under a random number that paths can contain, and retries if the number is in use. */
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
