/** Which names are taken, and by whom: no two plugins have the same one. */
export interface NameRegistry {
  /** What the calendar has of itself. */
  reserve(what: string): void;
  /** What a plugin adds; `isShared`: it may add that several times. `form` says what such names look like. */
  register(
    plugin: string,
    what: string,
    how?: { readonly isWellFormed?: boolean; readonly form?: string; readonly isShared?: boolean },
  ): void;
  /** Notes what a plugin adds in a form that cannot be used. */
  check(plugin: string, isWellFormed: boolean, what: string, form: string): void;
  /** Notes what else cannot be used of what a plugin adds, and why. */
  refuse(plugin: string, what: string, reason: string): void;
  problems(): readonly string[];
}

export const createNameRegistry = (): NameRegistry => {
  const owners = new Map<string, string | undefined>();
  const problems: string[] = [];
  const check = (plugin: string, isWellFormed: boolean, what: string, form: string): void => {
    if (!isWellFormed) problems.push(`The plugin ${plugin} adds ${what}, which is not valid: ${form}`);
  };
  return {
    reserve: (what) => void owners.set(what, undefined),
    register(plugin, what, { isWellFormed = true, form = "", isShared = false } = {}) {
      check(plugin, isWellFormed, what, form);
      const owner = owners.get(what);
      if (!owners.has(what)) owners.set(what, plugin);
      else if (!isShared || owner !== plugin)
        problems.push(
          owner === undefined
            ? `The plugin ${plugin} adds ${what}, which Kalends has itself`
            : `The plugins ${owner} and ${plugin} both add ${what}`,
        );
    },
    check,
    refuse: (plugin, what, reason) => void problems.push(`The plugin ${plugin} adds ${what}, ${reason}`),
    problems: () => problems,
  };
};
