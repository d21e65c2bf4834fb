/** Work in the background: runs are never delayed by requests, nor requests by runs. */
export interface Job {
  /** Unique within the plugin. */
  readonly name: string;
  /** From the end of one run to the beginning of the next, from 1 to 1,000,000; absent: it runs once, at the start. */
  readonly everySeconds?: number;
  /**
   * One run; never two at a time in this process, and every process of the installation runs its own. After a failure,
   * which is logged, the pause grows up to a minute or `everySeconds`, whichever is longer.
   */
  run(stopping: { isStopping(): boolean }): Promise<void>;
}
