/** Names of the members that a `T` may lack. */
type OptionalName<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? Name : never }[keyof T];

/** The record without these members, which a `T` may lack; the others stay in their order. */
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
