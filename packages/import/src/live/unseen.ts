import type { IdSet } from "./number-sets.ts";
import { countBetween } from "./probing.ts";

interface Seen {
  /** Ids of all posts that lists have shown. */
  readonly ids: IdSet;
  /** Number of existing events that the caller may not see. */
  readonly closed: number;
  /** True if ids were requested one by one. */
  readonly isProbed: boolean;
  /** True if lists show more than published records. */
  readonly seesNonPublic: boolean;
}

/**
 * Returns lines for the operator about records that the server may have but did not show.
 * Source: rules/choices.md#import-hidden.
 */
export const unseenOf = ({ ids, closed, isProbed, seesNonPublic }: Seen): readonly string[] => {
  const [first, last] = ids.bounds();
  const between = countBetween(ids);
  const unpublished = seesNonPublic
    ? []
    : ["Unpublished records, such as drafts, are shown only after sign-in: use --user."];
  const hidden = isProbed
    ? `Events hidden from listings were searched for from id ${first} to ${last}; hidden events outside this range could not be found.`
    : `Events hidden from listings were not searched for${between === 0 ? "" : `: --probe requests ${between} ids one by one`}.`;
  const refused =
    closed === 0 ? [] : [`Events not shown because they need more rights or a password: ${closed}.`];
  return [...unpublished, hidden, ...refused];
};
