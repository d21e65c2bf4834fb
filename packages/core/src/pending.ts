/** Whether a value is still to come: what is there already need not be awaited. Also of promises of other copies and libraries. */
export const isPending = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
