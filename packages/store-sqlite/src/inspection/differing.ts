/** What only one of two sets has. */
export const differing = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): readonly T[] => [
  ...[...one].filter((member) => !other.has(member)),
  ...[...other].filter((member) => !one.has(member)),
];
