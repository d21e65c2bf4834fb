import type { Capability, Collection, DocumentCollection, PluginDeps } from "@kalends/core/plugin";

/** What is kept of a token, which itself nobody can read again. */
export interface StoredToken {
  /** SHA-256 of the secret, in base64url. */
  readonly hash: string;
  /** The id of the account, or the number of somebody else. */
  readonly user: number;
  /** Of whom has no account: what the host calls them, and what they were allowed when the token was made. */
  readonly host?: { readonly id: number | string; readonly rights: readonly Capability[] };
  /** What it opens, as `toFeed` answers it. */
  readonly feed: string;
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly created: number;
}

export type NewToken = Omit<StoredToken, "hash" | "created">;

export interface ShownToken extends Pick<StoredToken, "user" | "feed" | "label" | "created"> {
  readonly id: number;
}

/** The tokens of private feeds of a calendar. */
export interface FeedTokens {
  /** Makes a token and answers it: `id.secret`, the secret of 256 random bits. */
  add(token: NewToken): Promise<ShownToken & { readonly token: string }>;
  /** What the token stands for, if there is such a one. */
  find(token: string): Promise<StoredToken | undefined>;
  /** At most a thousand; those of one user, if one is named. */
  list(user?: number): Promise<readonly ShownToken[]>;
  /** False when there is no such token, or not one of this user. */
  revoke(id: number, user?: number): Promise<boolean>;
  /** All of a user; answers how many. */
  revokeAll(user: number): Promise<number>;
}

/** Of authentication by these tokens. */
export const SCHEME = "feed-tokens";

export const FEED_TOKENS: DocumentCollection = { name: "feed-tokens", indexes: ["user"] };

const MOST = 1000;
const TOKEN = /^(\d{1,15})\.([\w-]{43})$/;

const shown = (id: string, { user, feed, label, created }: StoredToken): ShownToken => ({
  ...{ id: Number(id), user, feed, label, created },
});

export const createFeedTokens = ({
  collection,
  clock,
  secrets,
}: Pick<PluginDeps, "collection" | "clock" | "secrets">): FeedTokens => {
  const tokens: Collection<StoredToken> = collection<StoredToken>(FEED_TOKENS.name);
  return {
    async add(token) {
      const { secret, hash } = secrets.create();
      const made = { ...token, hash, created: clock.now() };
      const id = await store(tokens, made);
      return { ...shown(id, made), token: `${id}.${secret}` };
    },
    async find(token) {
      const [, id = "", secret = ""] = TOKEN.exec(token) ?? [];
      const found = id === "" ? undefined : await tokens.get(id);
      return found !== undefined && secrets.matches(secret, found.hash) ? found : undefined;
    },
    async list(user) {
      const { items } = await tokens.list({
        limit: MOST,
        ...(user !== undefined && { by: "user", equals: user }),
      });
      return items.map(({ key, value }) => shown(key, value));
    },
    async revoke(id, user) {
      const known = await tokens.get(String(id));
      if (known === undefined || (user !== undefined && known.user !== user)) return false;
      await tokens.change(String(id), () => null);
      return true;
    },
    async revokeAll(user) {
      let revoked = 0;
      for (;;) {
        const { items } = await tokens.list({ by: "user", equals: user, limit: MOST });
        for (const { key } of items) await tokens.change(key, () => null);
        revoked += items.length;
        if (items.length < MOST) return revoked;
      }
    },
  };
};

/** Under a random number, which paths can name; another one where it is taken. */
const store = async (tokens: Collection<StoredToken>, made: StoredToken): Promise<string> => {
  for (;;) {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    const id = String(1 + (high % 2 ** 16) * 2 ** 32 + low);
    const stored = await tokens.change(id, (current) => (current === undefined ? made : undefined));
    if (stored?.hash === made.hash) return id;
  }
};
