/** A finished call of the store. */
export interface StoreCall {
  /**
   * Name of the repository, such as `events`. `accounts` stands for the accounts of the calendar, and `store`
   * for the store itself.
   */
  readonly repository: string;
  /** Name of the method, such as `list`. A `transaction` is reported after the calls inside it. */
  readonly method: string;
  readonly milliseconds: number;
  /** True if the promise of the call rejected. */
  readonly failed: boolean;
}
