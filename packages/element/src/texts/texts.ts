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
  /** Placeholder: `{count}` */
  readonly oneEvent: string;
  /** Placeholder: `{count}` */
  readonly events: string;
  /** Placeholder: `{count}` */
  readonly more: string;
  readonly fewer: string;
  /** Placeholders: `{count}`, `{total}` */
  readonly tooMany: string;
  readonly incomplete: string;
  /** Placeholder: `{day}` */
  readonly incompleteFrom: string;
  readonly upcoming: string;
  /** Placeholder: `{day}` */
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
  /** Placeholder: `{status}` */
  readonly refused: string;
  /** Placeholder: `{status}` */
  readonly failed: string;
  readonly unreadable: string;
}
