import { type Actor, CAPABILITIES, can } from "../../rights/actor.ts";

/** Position of a reader in the change feed. */
export interface Place {
  /** Position up to which every entry is done. */
  readonly position: number;
  /**
   * Progress within all records before the first entry, or within the next entry. Absent at the beginning.
   */
  readonly cursor?: Cursor;
}

export interface Cursor {
  readonly within: "records" | "entry";
  /** Index of the current part; earlier parts are done. */
  readonly part: number;
  /** Id up to which this part is done. */
  readonly afterId: number;
}

/** Feed and actor that a token is valid for. */
export interface TokenOwner {
  /** Id of the feed. */
  readonly feed: string;
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
}

export interface ChangeToken extends TokenOwner {
  readonly place: Place;
}

/**
 * Returns a text that identifies an actor as far as rights and policies depend on it. Tokens are only valid
 * for the same actor.
 */
export const fingerprintOf = (actor: Actor): string => {
  const held = CAPABILITIES.reduce(
    (sum, capability, index) => sum + (can(actor, capability) ? 2 ** index : 0),
    0,
  );
  return [actor.id ?? "", held.toString(36), actor.plugin ?? "", actor.scheme ?? ""]
    .map(encodeURIComponent)
    .join("~");
};

const LETTERS = { records: "r", entry: "e" } as const;

/** Returns a token in characters that need no encoding in addresses. Source: rules/changes.md#tokens. */
export const toToken = ({ feed, fingerprint, place: { position, cursor } }: ChangeToken): string => {
  const rest = cursor && `.${LETTERS[cursor.within]}${cursor.part}-${cursor.afterId}`;
  return `${feed}.${fingerprint}.${position}${rest ?? ""}`;
};

/** Maximum length of a token. */
const MAX_LENGTH = 500;
const TOKEN = /^([\w-]+)\.(.+)\.(\d{1,15})(?:\.([re])(\d{1,6})-(\d{1,15}))?$/;

/** Parses a token. Returns `undefined` for other texts. */
export const fromToken = (text: string): ChangeToken | undefined => {
  const parts = text.length > MAX_LENGTH ? null : TOKEN.exec(text);
  if (parts === null) return undefined;
  const [, feed = "", fingerprint = "", position, letter, part, afterId] = parts;
  const within = letter === LETTERS.records ? "records" : "entry";
  return {
    feed,
    fingerprint,
    place: {
      position: Number(position),
      ...(letter !== undefined && { cursor: { within, part: Number(part), afterId: Number(afterId) } }),
    },
  };
};
