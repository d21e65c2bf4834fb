import { type Actor, CAPABILITIES, can } from "../../rights/actor.ts";

/** Position of a client in the change feed. */
export interface Place {
  /** Outbox position up to which the client has received all entries. */
  readonly position: number;
  /**
   * Progress within the list of all existing records, or within the records of the entry after `position`.
   * Present only while the client has received a part of them.
   */
  readonly cursor?: Cursor;
}

export interface Cursor {
  readonly within: "records" | "entry";
  /**
   * Index of the current list of records (see `createWalkRecords` and `createAffectedRecords`). The client
   * has received all lists before it.
   */
  readonly part: number;
  /** Id up to which the client has received the records of the current list. */
  readonly afterId: number;
}

/** Feed and actor for which a token is valid. */
export interface TokenOwner {
  /** Id of the change feed. */
  readonly feed: string;
  /** Fingerprint of the actor: see `fingerprintOf`. */
  readonly fingerprint: string;
}

export interface ChangeToken extends TokenOwner {
  readonly place: Place;
}

/**
 * Returns a text that is different for actors with different ids, rights, plugins or authentication schemes.
 * A token is valid only for an actor with the same fingerprint.
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

/** Formats a token with characters that need no encoding in URLs. Source: rules/changes.md#tokens. */
export const toToken = ({ feed, fingerprint, place: { position, cursor } }: ChangeToken): string => {
  const rest = cursor && `.${LETTERS[cursor.within]}${cursor.part}-${cursor.afterId}`;
  return `${feed}.${fingerprint}.${position}${rest ?? ""}`;
};

/** Maximum length of a token in characters. */
const MAX_LENGTH = 500;
const TOKEN = /^([\w-]+)\.(.+)\.(\d{1,15})(?:\.([re])(\d{1,6})-(\d{1,15}))?$/;

/** Parses a token. Returns `undefined` for a text that is not a token. */
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
