import {
  type Capability,
  type Clock,
  type Collection,
  changeAll,
  DAY,
  type DocumentCollection,
  limitReached,
  type MadeWith,
  type PluginDeps,
} from "@kalends/core/plugin";
import { english } from "./texts.ts";

/** The stored part of a key, which itself nobody can read again. Without the application password that created it, a key is void. */
export interface StoredKey extends MadeWith {
  /** SHA-256 of the secret, in base64url. */
  readonly hash: string;
  /** Whom records name as the author: the id of an account, or the number of somebody else. */
  readonly user: number;
  /** Of whom has no account: what the host calls them, and what they were allowed when the key was made. */
  readonly host?: { readonly id: number | string; readonly rights: readonly Capability[] };
  readonly label: string;
  /** Milliseconds since 1970, as the end, which is exclusive. */
  readonly created: number;
  readonly expires: number;
}

export type NewKey = Omit<StoredKey, "hash" | "created" | "expires"> & { readonly days: number };

export interface ShownKey extends Omit<StoredKey, "hash" | "host" | "credential"> {
  readonly id: number;
}

/** A part of a list. `user`: only the keys of this one. */
export interface KeyQuery {
  readonly user?: number | undefined;
  readonly limit: number;
  /** `cursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface KeyPage {
  readonly keys: readonly ShownKey[];
  readonly total: number;
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** The keys of a calendar. */
export interface Keys {
  /**
   * Makes a key and answers it: `id.secret`, the secret of 256 random bits. Throws `rest_limit_reached` where the user has as many keys that
   * have not expired as there may be.
   */
  add(key: NewKey): Promise<ShownKey & { readonly key: string }>;
  /** What the key stands for, if it holds. */
  find(key: string): Promise<StoredKey | undefined>;
  /** Without its secret; `undefined`: there is no such key. */
  show(id: number): Promise<ShownKey | undefined>;
  /** By id, expired ones included. Throws `rest_invalid_param` for a cursor of another list. */
  list(query: KeyQuery): Promise<KeyPage>;
  /** All, or all of one user. */
  each(user?: number): AsyncIterable<ShownKey>;
  /** False when there is no such key, or not one of this user. */
  revoke(id: number, user?: number): Promise<boolean>;
  /** All of a user; answers how many. */
  revokeAll(user: number): Promise<number>;
  /** Removes all keys that were created with an application password; returns how many. */
  revokeMadeWith(credential: string): Promise<number>;
  /** Removes those that have expired, and answers how many. */
  sweep(isStopping: () => boolean): Promise<number>;
}

/** Of authentication by keys. */
export const SCHEME = "api-keys";

export const COLLECTION: DocumentCollection = { name: "keys", indexes: ["user", "expires", "credential"] };

/** Keys of one user that have not expired. */
const MAXIMUM = 50;
/** The longest part of a list. */
const PART = 1000;
const KEY = /^(\d{1,15})\.([\w-]{43})$/;

const toShown = (
  id: string,
  { hash: _hash, host: _host, credential: _id, ...shown }: StoredKey,
): ShownKey => ({
  id: Number(id),
  ...shown,
});

export const createKeys = ({
  collection,
  clock,
  secrets,
}: Pick<PluginDeps, "collection" | "clock" | "secrets">): Keys => {
  const keys: Collection<StoredKey> = collection<StoredKey>(COLLECTION.name);
  const of = (user: number | undefined) =>
    user === undefined ? {} : ({ by: "user", equals: user } as const);

  const list: Keys["list"] = async ({ user, limit, cursor }) => {
    const [{ items, cursor: next }, total] = await Promise.all([
      keys.list({ ...of(user), limit, cursor }),
      keys.count(of(user)),
    ]);
    const shown = items.map(({ key, value }) => toShown(key, value));
    return { keys: shown, total, ...(next !== undefined && { cursor: next }) };
  };
  return {
    async add({ days, ...key }) {
      const { secret, hash } = secrets.create();
      const made = { ...key, hash, ...lifetime(clock, days) };
      const id = await store(keys, made);
      return { ...toShown(String(id), made), key: `${id}.${secret}` };
    },
    async find(key) {
      const [, id = "", secret = ""] = KEY.exec(key) ?? [];
      const found = id === "" ? undefined : await keys.get(id);
      if (found === undefined || found.expires <= clock.now()) return undefined;
      return secrets.matches(secret, found.hash) ? found : undefined;
    },
    async show(id) {
      const found = await keys.get(String(id));
      return found && toShown(String(id), found);
    },
    list,
    async *each(user) {
      for (let cursor: string | undefined; ; ) {
        const page = await list({ user, limit: PART, cursor });
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

const lifetime = (clock: Clock, days: number): Pick<StoredKey, "created" | "expires"> => {
  const created = clock.now();
  return { created, expires: created + days * DAY };
};

/** Under a random number, which paths can name; another one where it is taken. */
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
