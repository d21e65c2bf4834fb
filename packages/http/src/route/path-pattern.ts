/** The groups of the pattern of a route as `write` writes them; they are named, or `(\\d+)` is the id and any other the slug. */
export const writeGroups = (pattern: string, write: (name: string, group: string) => string): string =>
  pattern.replace(/\((?:\?<(\w+)>)?([^()]*)\)/g, (_, name: string | undefined, group: string) =>
    write(name ?? (group === "\\d+" ? "id" : "slug"), group),
  );

/** The pattern without what only says that a dot is a dot. */
export const plainDots = (pattern: string): string => pattern.replaceAll("\\.", ".");

/** Such as `/events/{id}`. */
export const toTemplate = (pattern: string): string => plainDots(writeGroups(pattern, (name) => `{${name}}`));
