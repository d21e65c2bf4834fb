/** Names of the optional members of `T`. */
type OptionalName<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? Name : never }[keyof T];

/**
 * Returns a copy of the record without the optional members with these names. The order of the other members
 * stays the same.
 */
export const without = <T extends object, R extends T = T>(
  record: R,
  ...names: readonly OptionalName<T>[]
): R => {
  let kept = record;
  for (const name of names) {
    const { [name]: _left, ...rest } = kept;
    kept = rest as R;
  }
  return kept;
};
