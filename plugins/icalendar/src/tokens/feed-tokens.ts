import {
  type Capability,
  type Collection,
  changeAll,
  type DocumentCollection,
  limitReached,
  type MadeWith,
  type PluginDeps,
} from "@kalends/core/plugin";
import { english } from "../texts.ts";

/** The stored part of a token, which itself nobody can read again. Without the application password that created it, a token is void. */
export interface StoredToken extends MadeWith {
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

export interface ShownToken extends Pick<StoredToken, "user" | "feed" | "label" | "created" | "madeWith"> {
  readonly id: number;
}

/** A part of a list. `user`: only the tokens of this one. */
export interface TokenQuery {
  readonly user?: number | undefined;
  readonly limit: number;
  /** `cursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface TokenPage {
  readonly tokens: readonly ShownToken[];
  readonly total: number;
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** The tokens of private feeds of a calendar. */
export interface FeedTokens {
  /**
   * Makes a token and answers it: `id.secret`, the secret of 256 random bits. Throws `rest_limit_reached` where the user has as many as
   * there may be.
   */
  add(token: NewToken): Promise<ShownToken & { readonly token: string }>;
  /** What the token stands for, if there is such a one. */
  find(token: string): Promise<StoredToken | undefined>;
  /** Without its secret; `undefined`: there is no such token. */
  show(id: number): Promise<ShownToken | undefined>;
  /** By id. Throws `rest_invalid_param` for a cursor of another list. */
  list(query: TokenQuery): Promise<TokenPage>;
  /** All, or all of one user. */
  each(user?: number): AsyncIterable<ShownToken>;
  /** False when there is no such token, or not one of this user. */
  revoke(id: number, user?: number): Promise<boolean>;
  /** All of a user; answers how many. */
  revokeAll(user: number): Promise<number>;
  /** Removes all tokens that were created with an application password; returns how many. */
  revokeMadeWith(credential: string): Promise<number>;
}

/** Of authentication by these tokens. */
export const SCHEME = "feed-tokens";

export const FEED_TOKENS: DocumentCollection = { name: "feed-tokens", indexes: ["user", "credential"] };

/** Tokens of one user. */
const MAXIMUM = 50;
/** The longest part of a list. */
const PART = 1000;
const TOKEN = /^(\d{1,15})\.([\w-]{43})$/;

const shown = (id: string, { user, feed, label, created, madeWith }: StoredToken): ShownToken => ({
  ...{ id: Number(id), user, feed, label, created },
  ...(madeWith !== undefined && { madeWith }),
});

export const createFeedTokens = ({
  collection,
  clock,
  secrets,
}: Pick<PluginDeps, "collection" | "clock" | "secrets">): FeedTokens => {
  const tokens: Collection<StoredToken> = collection<StoredToken>(FEED_TOKENS.name);
  const of = (user: number | undefined) =>
    user === undefined ? {} : ({ by: "user", equals: user } as const);

  const list: FeedTokens["list"] = async ({ user, limit, cursor }) => {
    const [{ items, cursor: next }, total] = await Promise.all([
      tokens.list({ ...of(user), limit, cursor }),
      tokens.count(of(user)),
    ]);
    const page = items.map(({ key, value }) => shown(key, value));
    return { tokens: page, total, ...(next !== undefined && { cursor: next }) };
  };

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
    async show(id) {
      const found = await tokens.get(String(id));
      return found && shown(String(id), found);
    },
    list,
    async *each(user) {
      for (let cursor: string | undefined; ; ) {
        const page = await list({ user, limit: PART, cursor });
        yield* page.tokens;
        if (page.cursor === undefined) return;
        cursor = page.cursor;
      }
    },
    async revoke(id, user) {
      const known = await tokens.get(String(id));
      if (known === undefined || (user !== undefined && known.user !== user)) return false;
      await tokens.change(String(id), () => null);
      return true;
    },
    revokeAll: (user) => changeAll(tokens, { by: "user", equals: user }, () => null),
    revokeMadeWith: (credential) => changeAll(tokens, { by: "credential", equals: credential }, () => null),
  };
};

/** Under a random number, which paths can name; another one where it is taken. */
const store = async (tokens: Collection<StoredToken>, made: StoredToken): Promise<string> => {
  const bound = { maximum: MAXIMUM, by: "user", equals: made.user };
  for (;;) {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    const id = String(1 + (high % 2 ** 16) * 2 ** 32 + low);
    const outcome = await tokens.insert(id, made, bound);
    if (outcome === "full") throw limitReached(MAXIMUM, english("problem.too_many_tokens"));
    if (outcome === "inserted") return id;
  }
};
