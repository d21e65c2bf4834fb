/** Texts of the element. `fill` replaces placeholders such as `{count}`. */
export interface Texts {
  readonly calendar: string;
  readonly month: string;
  readonly list: string;
  readonly view: string;
  readonly today: string;
  readonly previousMonth: string;
  readonly nextMonth: string;
  readonly earlier: string;
  readonly later: string;
  readonly category: string;
  readonly tag: string;
  readonly anyCategory: string;
  readonly anyTag: string;
  readonly search: string;
  readonly loading: string;
  readonly noEvents: string;
  /** Number of events if the number is 1. `{count}`: the number. */
  readonly oneEvent: string;
  /** Number of events if the number is not 1. `{count}`: the number. */
  readonly events: string;
  /** Label of the button that shows the other events of a day. `{count}`: number of these events. */
  readonly more: string;
  readonly fewer: string;
  /**
   * Note that not all events are loaded. `{count}`: number of loaded events. `{total}`: number of all events.
   */
  readonly tooMany: string;
  readonly incomplete: string;
  /** Note that events are not fully loaded from a day on. `{day}`: the first such day. */
  readonly incompleteFrom: string;
  readonly upcoming: string;
  /** Title of a list of events. `{day}`: first day of the list. */
  readonly from: string;
  readonly past: string;
  readonly allDay: string;
  readonly cancelled: string;
  readonly postponed: string;
  readonly rescheduled: string;
  readonly movedOnline: string;
  readonly recurring: string;
  readonly featured: string;
  readonly when: string;
  readonly where: string;
  readonly organizer: string;
  readonly cost: string;
  readonly website: string;
  readonly eventPage: string;
  readonly close: string;
  readonly retry: string;
  readonly noAddress: string;
  readonly badAddress: string;
  readonly unreachable: string;
  readonly tooSlow: string;
  /** Message for a request that the calendar has refused. `{status}`: HTTP status. */
  readonly refused: string;
  /** Message for a request that failed in the calendar. `{status}`: HTTP status. */
  readonly failed: string;
  readonly unreadable: string;
}
