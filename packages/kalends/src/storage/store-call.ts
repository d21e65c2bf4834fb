/** One call of the store, when it is over. */
export interface StoreCall {
  /** The repository, such as `events`; `accounts` for those of the calendar's own users, `store` for the store itself. */
  readonly repository: string;
  /** Such as `list`, or `transaction` of the store, whose calls inside come before it. */
  readonly method: string;
  readonly milliseconds: number;
  /** Whether it rejected. */
  readonly failed: boolean;
}
