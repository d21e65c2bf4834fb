import type { IdSet } from "./number-sets.ts";
import { countBetween } from "./probing.ts";

interface Seen {
  /** Ids of all posts that the lists contained. */
  readonly ids: IdSet;
  /** Number of events that exist but that the import user may not see. */
  readonly closed: number;
  /** True if ids that no list contained were requested one by one. */
  readonly isProbed: boolean;
  /** True if the lists show the import user more than published records. */
  readonly seesNonPublic: boolean;
}

/**
 * Returns sentences for the operator about records that may exist on the server but were not readable.
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
