/** Marker of texts that only editors and administrators may read. */
export const HIDDEN = "qzxhidden";
/** Marker of texts that only this author, editors and administrators may read. */
export const OF_AUTHOR = "qzxauthor";
export const OF_CONTRIBUTOR = "qzxcontributor";
/** Marker of image files; only users who may upload images may read it. */
export const PICTURED = "qzxpicture";

/** All possible callers. */
export const CALLERS = [undefined, "subscriber", "contributor", "author", "editor", "administrator"] as const;

type Caller = string | undefined;

/** Callers who may not read the texts with each marker. */
export const HIDDEN_FROM: Readonly<Record<string, readonly Caller[]>> = {
  [HIDDEN]: [undefined, "subscriber", "contributor", "author"],
  [OF_AUTHOR]: [undefined, "subscriber", "contributor"],
  [OF_CONTRIBUTOR]: [undefined, "subscriber", "author"],
  [PICTURED]: [undefined, "subscriber", "contributor"],
};

/** Returns the markers that the caller may not read. */
export const hiddenFrom = (as: Caller): readonly string[] =>
  Object.entries(HIDDEN_FROM).flatMap(([marker, callers]) => (callers.includes(as) ? [marker] : []));
