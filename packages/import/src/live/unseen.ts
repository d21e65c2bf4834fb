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
  readonly seesAll: boolean;
}

/**
 * Returns lines for the operator about records that the server may have but did not show.
 * Source: rules/choices.md#import-hidden.
 */
export const unseenOf = ({ ids, closed, isProbed, seesAll }: Seen): readonly string[] => {
  const [first, last] = ids.bounds();
  const between = countBetween(ids);
  const unpublished = seesAll
    ? []
    : ["Records that are not published, such as drafts, are shown to nobody who is not signed in: --user."];
  const hidden = isProbed
    ? `Events hidden from listings were looked for from id ${first} to ${last}; no list shows those before and after.`
    : `Events hidden from listings are in no list, and were not looked for${between === 0 ? "" : `: --probe asks for ${between} ids one by one`}.`;
  const refused =
    closed === 0
      ? []
      : [`${closed} events are there and not shown, as they need other rights or a password.`];
  return [...unpublished, hidden, ...refused];
};
