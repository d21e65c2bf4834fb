/**
 * True for a promise, also from another realm or library. Callers use it to continue without `await` if the
 * value is already there.
 */
export const isPending = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
