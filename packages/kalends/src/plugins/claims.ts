/** Who has which name, so that nobody takes what another one has. */
export interface Claims {
  /** What the calendar has of itself. */
  builtIn(what: string): void;
  /** What a plugin adds; `again`: also what it has already. */
  take(plugin: string, what: string, again?: "again"): void;
  /** Tells of what a plugin adds in a form that cannot be used. */
  wellFormed(plugin: string, isWellFormed: boolean, what: string): void;
  problems(): readonly string[];
}

export const createClaims = (): Claims => {
  const owners = new Map<string, string | undefined>();
  const problems: string[] = [];
  return {
    builtIn: (what) => void owners.set(what, undefined),
    take(plugin, what, again) {
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
    wellFormed(plugin, isWellFormed, what) {
      if (!isWellFormed) problems.push(`The plugin ${plugin} adds ${what}, which is no name to be used`);
    },
    problems: () => problems,
  };
};
