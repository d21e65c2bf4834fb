/**
 * True for a promise, also from another realm or library. Callers use it to continue without `await` if they
 * have the value and not a promise.
 */
export const isPending = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
