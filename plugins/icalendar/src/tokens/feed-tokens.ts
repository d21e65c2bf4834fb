import {
  type Capability,
  type Collection,
  changeAll,
  type DocumentCollection,
  documentForm,
  limitReached,
  type MadeWith,
  type PluginDeps,
} from "@kalends/core/plugin";
import { english } from "../texts.ts";

/**
 * Stored data of a token, without its secret. A token becomes void if the application password that created
 * it is revoked.
 */
export interface StoredToken extends MadeWith {
  /** SHA-256 of the secret, in base64url. */
  readonly hash: string;
  /** Id of the account, or the numeric id of a user of the host without an account. */
  readonly user: number;
  /** Id in the host, and rights at the time of creation; set for users without an account. */
  readonly host?: { readonly id: number | string; readonly rights: readonly Capability[] };
  /** Feed that the token gives access to, as returned by `toFeed`. */
  readonly feed: string;
  readonly label: string;
  /** Creation time, in milliseconds since 1970. */
  readonly created: number;
}

export type NewToken = Omit<StoredToken, "hash" | "created">;

export interface TokenInfo extends Pick<StoredToken, "user" | "feed" | "label" | "created" | "madeWith"> {
  readonly id: number;
}

/** Query of a token list. `user`: only tokens of this user. */
export interface TokenQuery {
  readonly user?: number | undefined;
  readonly limit: number;
  /** Cursor from the previous page. */
  readonly cursor?: string | undefined;
}

export interface TokenPage {
  readonly tokens: readonly TokenInfo[];
  readonly total: number;
  /** Cursor for the next page; absent on the last page. */
  readonly cursor?: string;
}

/** Access tokens for private feeds. */
export interface FeedTokens {
  /**
   * Creates a token and returns it as `id.secret`; the secret has 256 random bits. Throws
   * `rest_limit_reached` if the user has the maximum number of tokens.
   */
  add(token: NewToken): Promise<TokenInfo & { readonly token: string }>;
  /** Returns the stored data of a valid token; `undefined` if the token is invalid. */
  find(token: string): Promise<StoredToken | undefined>;
  /** Returns a token without its secret; `undefined` if it does not exist. */
  show(id: number): Promise<TokenInfo | undefined>;
  /** Returns a page of tokens, ordered by id. Throws `rest_invalid_param` for a cursor of another list. */
  list(query: TokenQuery): Promise<TokenPage>;
  /** Yields all tokens, or all tokens of one user. */
  each(user?: number): AsyncIterable<TokenInfo>;
  /** Revokes a token. Returns false if it does not exist, or does not belong to the given user. */
  revoke(id: number, user?: number): Promise<boolean>;
  /** Revokes all tokens of a user and returns their number. */
  revokeAll(user: number): Promise<number>;
  /** Revokes all tokens that were created with an application password, and returns their number. */
  revokeMadeWith(credential: string): Promise<number>;
}

/** Name of the authentication scheme for these tokens. */
export const SCHEME = "feed-tokens";

const ID = /^\d{1,15}$/;
const isStoredToken = documentForm.object({
  ...{
    hash: documentForm.text,
    user: documentForm.integer,
    feed: documentForm.text,
    label: documentForm.text,
    created: documentForm.time,
  },
  host: documentForm.optional(
    documentForm.object({
      id: (id) => documentForm.text(id) || documentForm.integer(id),
      rights: documentForm.list(documentForm.text),
    }),
  ),
  ...documentForm.madeWith,
});

export const FEED_TOKENS: DocumentCollection = {
  name: "feed-tokens",
  indexes: ["user", "credential"],
  isWellFormed: (value, key) => ID.test(key) && isStoredToken(value),
};

/** Maximum number of tokens of one user. */
const MAXIMUM = 50;
/** Maximum page size. */
const MAX_PAGE_SIZE = 1000;
const TOKEN = /^(\d{1,15})\.([\w-]{43})$/;

const toTokenInfo = (id: string, { user, feed, label, created, madeWith }: StoredToken): TokenInfo => ({
  ...{ id: Number(id), user, feed, label, created },
  ...(madeWith !== undefined && { madeWith }),
});

export const createFeedTokens = ({
  collection,
  clock,
  secrets,
}: Pick<PluginDeps, "collection" | "clock" | "secrets">): FeedTokens => {
  const tokens: Collection<StoredToken> = collection<StoredToken>(FEED_TOKENS.name);
  const byUser = (user: number | undefined) =>
    user === undefined ? {} : ({ by: "user", equals: user } as const);

  const list: FeedTokens["list"] = async ({ user, limit, cursor }) => {
    const [{ items, cursor: next }, total] = await Promise.all([
      tokens.list({ ...byUser(user), limit, cursor }),
      tokens.count(byUser(user)),
    ]);
    const page = items.map(({ key, value }) => toTokenInfo(key, value));
    return { tokens: page, total, ...(next !== undefined && { cursor: next }) };
  };

  return {
    async add(token) {
      const { secret, hash } = secrets.create();
      const made = { ...token, hash, created: clock.now() };
      const id = await store(tokens, made);
      return { ...toTokenInfo(id, made), token: `${id}.${secret}` };
    },
    async find(token) {
      const [, id = "", secret = ""] = TOKEN.exec(token) ?? [];
      const found = id === "" ? undefined : await tokens.get(id);
      return found !== undefined && secrets.matches(secret, found.hash) ? found : undefined;
    },
    async show(id) {
      const found = await tokens.get(String(id));
      return found && toTokenInfo(String(id), found);
    },
    list,
    async *each(user) {
      for (let cursor: string | undefined; ; ) {
        const page = await list({ user, limit: MAX_PAGE_SIZE, cursor });
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

/** Stores a token under a random number that paths can contain, and retries if the number is in use. */
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
