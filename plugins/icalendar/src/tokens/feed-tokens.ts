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
 * Stored data of a feed token, without the secret itself. Revoking the application password that created the
 * token removes the token.
 */
export interface StoredToken extends MadeWith {
  /** SHA-256 of the secret, in base64url. */
  readonly hash: string;
  /** Owner of the token: an account id, or the numeric id of a user of the host application. */
  readonly user: number;
  /**
   * Set only for users of the host application: their id there, and their rights when the token was created.
   */
  readonly host?: { readonly id: number | string; readonly rights: readonly Capability[] };
  /** Feed that the token gives access to, in the form of `toFeed`. */
  readonly feed: string;
  readonly label: string;
  /** Time of creation in milliseconds since 1970. */
  readonly created: number;
}

export type NewToken = Omit<StoredToken, "hash" | "created">;

export interface TokenInfo extends Pick<StoredToken, "user" | "feed" | "label" | "created" | "madeWith"> {
  readonly id: number;
}

/** Selects a page of the list of tokens. If `user` is set, only the tokens of this user are listed. */
export interface TokenQuery {
  readonly user?: number | undefined;
  readonly limit: number;
  /** `cursor` of the previous page; absent for the first page. */
  readonly cursor?: string | undefined;
}

export interface TokenPage {
  readonly tokens: readonly TokenInfo[];
  readonly total: number;
  /** Cursor for the next page; absent on the last page. */
  readonly cursor?: string;
}

/** Storage of the access tokens for private feeds. */
export interface FeedTokens {
  /**
   * Creates a token and returns it as `id.secret`. The secret has 256 random bits. Throws
   * `rest_limit_reached` if the user already has the maximum number of tokens.
   */
  add(token: NewToken): Promise<TokenInfo & { readonly token: string }>;
  /** Returns the stored data of a token sent as `id.secret`. Returns `undefined` if the token is invalid. */
  find(token: string): Promise<StoredToken | undefined>;
  /**
   * Returns the information about a token, without its secret. Returns `undefined` if the token does not
   * exist.
   */
  show(id: number): Promise<TokenInfo | undefined>;
  /**
   * Returns a page of tokens, ordered by id. Throws `rest_invalid_param` for an invalid cursor. Pass a cursor
   * only to the list that returned it.
   */
  list(query: TokenQuery): Promise<TokenPage>;
  /** Yields the tokens of one user, or all tokens if `user` is absent. */
  each(user?: number): AsyncIterable<TokenInfo>;
  /**
   * Revokes a token. If `user` is given, the token must belong to this user. Returns false if no such token
   * exists.
   */
  revoke(id: number, user?: number): Promise<boolean>;
  /** Revokes all tokens of a user and returns their number. */
  revokeAll(user: number): Promise<number>;
  /** Revokes all tokens that were created with this application password, and returns their number. */
  revokeMadeWith(credential: string): Promise<number>;
}

/** Name of the authentication scheme for feed tokens. */
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

/** Maximum number of tokens per user. */
const MAXIMUM = 50;
/** Page size that `each` uses to read all tokens. */
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

/**
 * Inserts a token under a new random id and returns the id. The id is at most 15 digits long, so it fits the
 * route paths. Tries another id if the first one is in use. Throws `rest_limit_reached` if the user already
 * has `MAXIMUM` tokens.
 */
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
