/**
 * True for a promise, and for any other value with a function `then`. Callers use it to continue without
 * `await` if they have the value and not a promise.
 */
export const isPending = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
