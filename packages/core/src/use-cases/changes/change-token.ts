import { type Actor, CAPABILITIES, can } from "../../rights/actor.ts";

/** How far somebody has read. */
export interface Place {
  /** Every entry up to here is done. */
  readonly position: number;
  /** What is done of all records before the first entry, or of the next entry; absent: nothing. */
  readonly cursor?: Cursor;
}

export interface Cursor {
  readonly within: "records" | "entry";
  /** Parts before this one are done; from 0. */
  readonly part: number;
  /** Of this part everything up to this id. */
  readonly afterId: number;
}

/** What a token is good for. */
export interface TokenOwner {
  /** The id of the feed. */
  readonly feed: string;
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
}

export interface ChangeToken extends TokenOwner {
  readonly place: Place;
}

/** Who somebody is as far as rights and policies may look at it: what one may see is no news for another one. */
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

/** Characters that addresses carry as they are. Source: rules/changes.md#tokens. */
export const toToken = ({ feed, fingerprint, place: { position, cursor } }: ChangeToken): string => {
  const rest = cursor && `.${LETTERS[cursor.within]}${cursor.part}-${cursor.afterId}`;
  return `${feed}.${fingerprint}.${position}${rest ?? ""}`;
};

/** Longer texts are none. */
const LONGEST = 500;
const TOKEN = /^([\w-]+)\.(.+)\.(\d{1,15})(?:\.([re])(\d{1,6})-(\d{1,15}))?$/;

/** `undefined`: the text is no token. */
export const fromToken = (text: string): ChangeToken | undefined => {
  const parts = text.length > LONGEST ? null : TOKEN.exec(text);
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
