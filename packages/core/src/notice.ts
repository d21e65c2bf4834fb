/**
 * Facts about a write of which its caller is notified, although the write was done as sent.
 *
 * - `venue-busy`: another event takes place at the venue at the same time
 *   (rules/free-busy.md#venue-busy).
 * - `source-wins`: the subscription that made the event may overwrite the change
 *   (rules/origin.md#source-wins).
 */
export const NOTICES = ["venue-busy", "source-wins"] as const;

/** Fact about a write of which its caller is notified: see `NOTICES`. */
export type Notice = (typeof NOTICES)[number];
