/** Which names are taken, and by whom: no two plugins have the same one. */
export interface NameRegistry {
  /** What the calendar has of itself. */
  reserve(what: string): void;
  /** What a plugin adds; `again`: also what it has already. */
  register(plugin: string, what: string, again?: "again"): void;
  /** Notes what a plugin adds in a form that cannot be used. */
  check(plugin: string, isWellFormed: boolean, what: string): void;
  problems(): readonly string[];
}

export const createNameRegistry = (): NameRegistry => {
  const owners = new Map<string, string | undefined>();
  const problems: string[] = [];
  return {
    reserve: (what) => void owners.set(what, undefined),
    register(plugin, what, again) {
      if (!owners.has(what)) {
        owners.set(what, plugin);
        return;
      }
      const owner = owners.get(what);
      if (again === "again" && owner === plugin) return;
      problems.push(
        owner === undefined
          ? `The plugin ${plugin} adds ${what}, which Kalends has itself`
          : `The plugins ${owner} and ${plugin} both add ${what}`,
      );
    },
    check(plugin, isWellFormed, what) {
      if (!isWellFormed) problems.push(`The plugin ${plugin} adds ${what}, which is no name to be used`);
    },
    problems: () => problems,
  };
};
