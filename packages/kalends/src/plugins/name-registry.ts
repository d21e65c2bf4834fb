/** Registry of names and their owners; each name may have only one owner. */
export interface NameRegistry {
  /** Reserves a name used by the calendar itself. */
  reserve(what: string): void;
  /**
   * Registers a name added by a plugin. With `isShared`, the same plugin may register it several times.
   * `form` describes valid names.
   */
  register(
    plugin: string,
    what: string,
    how?: { readonly isWellFormed?: boolean; readonly form?: string; readonly isShared?: boolean },
  ): void;
  /** Adds a problem if the name is not well-formed. */
  check(plugin: string, isWellFormed: boolean, what: string, form: string): void;
  /** Adds another problem with a name and its reason. */
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
            ? `The plugin ${plugin} adds ${what}, which Kalends already has: choose another name`
            : `The plugins ${owner} and ${plugin} both add ${what}`,
        );
    },
    check,
    refuse: (plugin, what, reason) => void problems.push(`The plugin ${plugin} adds ${what}, ${reason}`),
    problems: () => problems,
  };
};
