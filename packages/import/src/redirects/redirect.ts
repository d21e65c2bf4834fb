/**
 * What an old address is: one without a query; with one; that of an image; the one that smaller forms of an image are named after
 * (`photo.jpg`, of `photo-300x200.jpg`); a view without a query whose counterpart has one; views of a day, a month or a further page below a
 * path, whose counterparts have no query; those whose counterparts have one.
 */
export type RedirectKind = "path" | "query" | "file" | "forms" | "view" | "dated" | "dated-view";

/** An old address and what it leads to. No two of one kind have the same path and query. */
export interface Redirect {
  readonly kind: RedirectKind;
  /** In the spelling of `toOldPath`, percent-encoded, without a slash at its end; begins with one. */
  readonly path: string;
  /** Begins with `?`, of the kind `query`; else `""`. */
  readonly query: string;
  /** For dated views: regular expression of PCRE and RE2 for what comes behind `path` and a slash; it has one group. */
  readonly below?: string;
  /** A whole address, or one that begins with `/`; of dated views with `$1` for the group. */
  readonly to: string;
}

/** A part of what is written. */
export interface RedirectSection {
  readonly kinds: readonly RedirectKind[];
  readonly head: readonly string[];
  /** Lines; `undefined` where the format has no words for the address. */
  write(redirect: Redirect): string | undefined;
  readonly tail: readonly string[];
}

/** How redirects are written for a program: its sections one after the other. */
export type RedirectFormat = readonly RedirectSection[];
