/**
 * Registry of names, to detect a name that two owners add. A name includes its kind, such as `the command
 * serve`, because names of different kinds never clash.
 */
export interface NameRegistry {
  /** Reserves a name that the calendar itself uses. */
  reserve(what: string): void;
  /**
   * Registers a name that a plugin adds. With `isShared`, the same plugin may register the name several
   * times. `form` describes valid names, for messages.
   */
  register(
    plugin: string,
    what: string,
    how?: { readonly isWellFormed?: boolean; readonly form?: string; readonly isShared?: boolean },
  ): void;
  /** Adds a problem if the name does not have the required form. */
  check(plugin: string, isWellFormed: boolean, what: string, form: string): void;
  /** Adds any other problem with a name. `reason` continues the sentence "The plugin X adds NAME, ...". */
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
