/** Marker in texts that only editors and administrators may read. */
export const HIDDEN = "qzxhidden";
/** Marker in texts that only the author, editors and administrators may read. */
export const OF_AUTHOR = "qzxauthor";
export const OF_CONTRIBUTOR = "qzxcontributor";
/** Marker in image files that only users who may upload can read. */
export const PICTURED = "qzxpicture";

/** Users who send requests; `undefined` is an anonymous visitor. */
export const CALLERS = [undefined, "subscriber", "contributor", "author", "editor", "administrator"] as const;

type Caller = string | undefined;

/** Users who must not receive texts with each marker. */
export const HIDDEN_FROM: Readonly<Record<string, readonly Caller[]>> = {
  [HIDDEN]: [undefined, "subscriber", "contributor", "author"],
  [OF_AUTHOR]: [undefined, "subscriber", "contributor"],
  [OF_CONTRIBUTOR]: [undefined, "subscriber", "author"],
  [PICTURED]: [undefined, "subscriber", "contributor"],
};

/** Returns the markers in texts that the user must not receive. */
export const hiddenFrom = (as: Caller): readonly string[] =>
  Object.entries(HIDDEN_FROM).flatMap(([marker, callers]) => (callers.includes(as) ? [marker] : []));
