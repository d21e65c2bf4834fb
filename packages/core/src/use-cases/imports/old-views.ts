/**
 * Event view of the reference software, below the address of its events, and the corresponding web page of
 * this calendar.
 */
export interface OldView {
  /**
   * Regular expression without anchors, and without slashes at its ends. It has at most one group and no
   * braces, because web server configurations contain it too.
   */
  readonly from: string;
  /** Path and query below the site; `$1` stands for the group. */
  readonly to: string;
}

/** Default path of the web pages of events and of calendar files. */
export const EVENTS_PATH = "/events";

export interface OldViews {
  /** Views with fixed addresses. */
  readonly fixed: readonly OldView[];
  /** Views of a day, a month or a later page. */
  readonly dated: readonly OldView[];
  /** Names of views with the same address on both sides. */
  readonly same: readonly string[];
}

/** Views of the old plugin that have a counterpart. Source: rules/choices.md#old-views. */
export const OLD_VIEWS: OldViews = {
  fixed: [
    { from: "past", to: "/events/list/?past=1" },
    { from: "featured", to: "/events/?featured=1" },
    ...["photo", "map", "summary"].map((from) => ({ from, to: "/events/list/" })),
  ],
  dated: [
    { from: "(?:list/)?page/([0-9]+)", to: "/events/list/?page=$1" },
    { from: "past/page/([0-9]+)", to: "/events/list/?past=1&page=$1" },
    { from: "([0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9])", to: "/events/day/$1/" },
    { from: "([0-9][0-9][0-9][0-9]-[0-9][0-9])", to: "/events/month/$1/" },
  ],
  same: ["list", "month", "week", "day"],
};
