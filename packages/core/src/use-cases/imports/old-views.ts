/** Views of events of the reference, below the address of its events, and their counterparts on our web pages. */
export interface OldView {
  /** Regular expression without anchors and slashes at its ends; at most one group, and no braces: configurations of servers have it, too. */
  readonly from: string;
  /** Path and query below the site; `$1` stands for the group. */
  readonly to: string;
}

/** Where web pages of events and calendar files are by default. */
export const EVENTS_PATH = "/events";

/** Views at addresses that are always the same. Source: rules/choices.md#old-views. */
export const FIXED_VIEWS: readonly OldView[] = [
  { from: "past", to: "/events/list/?past=1" },
  { from: "featured", to: "/events/?featured=1" },
  ...["photo", "map", "summary"].map((from) => ({ from, to: "/events/list/" })),
];

/** Views of a day, a month or a further page. Source: rules/choices.md#old-views. */
export const DATED_VIEWS: readonly OldView[] = [
  { from: "(?:list/)?page/([0-9]+)", to: "/events/list/?page=$1" },
  { from: "past/page/([0-9]+)", to: "/events/list/?past=1&page=$1" },
  { from: "([0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9])", to: "/events/day/$1/" },
  { from: "([0-9][0-9][0-9][0-9]-[0-9][0-9])", to: "/events/month/$1/" },
];

/** Views that have the same address on both sides. */
export const SAME_VIEWS = ["list", "month", "week", "day"] as const;
