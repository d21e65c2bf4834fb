/** Page of the reference software that shows events, and the corresponding web page of this calendar. */
export interface OldView {
  /**
   * Regular expression for the path below the events page, without anchors and without slashes at its ends.
   * It has at most one group and no braces, because configurations of web servers contain the same
   * expression.
   */
  readonly from: string;
  /** Path and query of the web page in this calendar; `$1` stands for the group in `from`. */
  readonly to: string;
}

/** Default path of the web pages and calendar files of events. */
export const EVENTS_PATH = "/events";

export interface OldViews {
  /** Pages with fixed addresses. */
  readonly fixed: readonly OldView[];
  /** Pages of a day or a month, and the second and later pages of a list. */
  readonly dated: readonly OldView[];
  /** Names of pages that have the same address in the reference software and in this calendar. */
  readonly same: readonly string[];
}

/**
 * Pages of the reference software that have a counterpart in this calendar. Source:
 * rules/choices.md#old-views.
 */
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
