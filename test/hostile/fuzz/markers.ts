/** In what editors may read, and nobody below them. */
export const HIDDEN = "qzxhidden";
/** In what only the author of that name, and editors, may read. */
export const OF_AUTHOR = "qzxauthor";
export const OF_CONTRIBUTOR = "qzxcontributor";
/** In files of images, which nobody may read who may not upload any. */
export const PICTURED = "qzxpicture";

/** Everybody who asks. */
export const CALLERS = [undefined, "subscriber", "contributor", "author", "editor", "administrator"] as const;

type Caller = string | undefined;

/** Who may not read what has the marker. */
export const KEPT_FROM: Readonly<Record<string, readonly Caller[]>> = {
  [HIDDEN]: [undefined, "subscriber", "contributor", "author"],
  [OF_AUTHOR]: [undefined, "subscriber", "contributor"],
  [OF_CONTRIBUTOR]: [undefined, "subscriber", "author"],
  [PICTURED]: [undefined, "subscriber", "contributor"],
};

/** Markers that the caller may not read. */
export const keptFrom = (as: Caller): readonly string[] =>
  Object.entries(KEPT_FROM).flatMap(([marker, callers]) => (callers.includes(as) ? [marker] : []));
