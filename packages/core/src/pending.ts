/**
 * True for a promise, also of other realms and libraries. Callers use it to avoid awaiting values that are
 * available.
 */
export const isPending = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
