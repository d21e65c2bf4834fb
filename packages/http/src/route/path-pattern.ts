/**
 * Replaces each group of a route pattern with the result of `write`. The name of an unnamed group is `id` if
 * the group is `(\\d+)`, else `slug`.
 */
export const writeGroups = (pattern: string, write: (name: string, group: string) => string): string =>
  pattern.replace(/\((?:\?<(\w+)>)?([^()]*)\)/g, (_, name: string | undefined, group: string) =>
    write(name ?? (group === "\\d+" ? "id" : "slug"), group),
  );

/** Returns a route pattern with its escaped dots unescaped. */
export const plainDots = (pattern: string): string => pattern.replaceAll("\\.", ".");

/** Returns the path template of a pattern, such as `/events/{id}`. */
export const toTemplate = (pattern: string): string => plainDots(writeGroups(pattern, (name) => `{${name}}`));
