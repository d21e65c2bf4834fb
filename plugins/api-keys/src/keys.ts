import type { Capability, Clock, Collection, DocumentCollection, PluginDeps } from "@kalends/core/plugin";

/** What is kept of a key, which itself nobody can read again. */
export interface StoredKey {
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

export type NewKey = Pick<StoredKey, "user" | "host" | "label"> & { readonly days: number };

export interface ShownKey extends Omit<StoredKey, "hash" | "host"> {
  readonly id: number;
}

/** The keys of a calendar. */
export interface Keys {
  /** Makes a key and answers it: `id.secret`, the secret of 256 random bits. */
  add(key: NewKey): Promise<{ readonly id: number; readonly key: string; readonly expires: number }>;
  /** What the key stands for, if it holds. */
  find(key: string): Promise<StoredKey | undefined>;
  /** By user and key, expired ones included, at most a thousand; those of one user, if one is named. */
  list(user?: number): Promise<readonly ShownKey[]>;
  /** False when there is no such key, or not one of this user. */
  revoke(id: number, user?: number): Promise<boolean>;
  /** All of a user; answers how many. */
  revokeAll(user: number): Promise<number>;
  /** Removes those that have expired, and answers how many. */
  sweep(isStopping: () => boolean): Promise<number>;
}

/** Of authentication by keys. */
export const SCHEME = "api-keys";

export const COLLECTION: DocumentCollection = { name: "keys", indexes: ["user", "expires"] };

const DAY = 24 * 60 * 60 * 1000;
const MOST = 1000;
const KEY = /^(\d{1,15})\.([\w-]{43})$/;

export const createKeys = ({
  collection,
  clock,
  secrets,
}: Pick<PluginDeps, "collection" | "clock" | "secrets">): Keys => {
  const keys: Collection<StoredKey> = collection<StoredKey>(COLLECTION.name);
  return {
    async add({ days, ...key }) {
      const { secret, hash } = secrets.create();
      const made = { ...key, hash, ...lifetime(clock, days) };
      const id = await store(keys, made);
      return { id, key: `${id}.${secret}`, expires: made.expires };
    },
    async find(key) {
      const [, id = "", secret = ""] = KEY.exec(key) ?? [];
      const found = id === "" ? undefined : await keys.get(id);
      if (found === undefined || found.expires <= clock.now()) return undefined;
      return secrets.matches(secret, found.hash) ? found : undefined;
    },
    async list(user) {
      const { items } = await keys.list({
        limit: MOST,
        ...(user !== undefined && { by: "user", equals: user }),
      });
      return items.map(({ key, value: { hash: _hash, host: _host, ...shown } }) => ({
        id: Number(key),
        ...shown,
      }));
    },
    async revoke(id, user) {
      const known = await keys.get(String(id));
      if (known === undefined || (user !== undefined && known.user !== user)) return false;
      await keys.change(String(id), () => null);
      return true;
    },
    async revokeAll(user) {
      let revoked = 0;
      for (;;) {
        const { items } = await keys.list({ by: "user", equals: user, limit: MOST });
        for (const { key } of items) await keys.change(key, () => null);
        revoked += items.length;
        if (items.length < MOST) return revoked;
      }
    },
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
  for (;;) {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    const id = 1 + (high % 2 ** 16) * 2 ** 32 + low;
    const stored = await keys.change(String(id), (current) => (current === undefined ? made : undefined));
    if (stored?.hash === made.hash) return id;
  }
};
