/**
 * Replaces the groups of a route pattern by the result of `write`. Unnamed groups are called `id` if they are
 * `(\\d+)`, else `slug`.
 */
export const writeGroups = (pattern: string, write: (name: string, group: string) => string): string =>
  pattern.replace(/\((?:\?<(\w+)>)?([^()]*)\)/g, (_, name: string | undefined, group: string) =>
    write(name ?? (group === "\\d+" ? "id" : "slug"), group),
  );

/** Returns the pattern with unescaped dots. */
export const plainDots = (pattern: string): string => pattern.replaceAll("\\.", ".");

/** Returns the path template of a pattern, such as `/events/{id}`. */
export const toTemplate = (pattern: string): string => plainDots(writeGroups(pattern, (name) => `{${name}}`));
