/**
 * Kind of an old address. `path` has no query, and `query` has one. `file` is an image, and `forms` is the
 * base name of its smaller sizes (`photo.jpg` for `photo-300x200.jpg`). `view` is a view without a query
 * whose target has one. `dated` and `dated-view` are day, month or numbered views below a path, whose targets
 * have no query or a query.
 */
export type RedirectKind = "path" | "query" | "file" | "forms" | "view" | "dated" | "dated-view";

/** An old address and its target. Path and query are unique within a kind. */
export interface Redirect {
  readonly kind: RedirectKind;
  /** Percent-encoded path in the spelling of `toOldPath`. It starts with a slash and has none at the end. */
  readonly path: string;
  /** Query with its `?` for the kind `query`; otherwise `""`. */
  readonly query: string;
  /**
   * For dated views: a regular expression for PCRE and RE2 that matches the text after `path` and a slash. It
   * has one group.
   */
  readonly below?: string;
  /** Complete address, or one that starts with `/`; for dated views, `$1` refers to the group. */
  readonly to: string;
}

/** A section of the written configuration. */
export interface RedirectSection {
  readonly kinds: readonly RedirectKind[];
  readonly head: readonly string[];
  /** Returns the lines for a redirect; `undefined` if the format cannot express it. */
  write(redirect: Redirect): string | undefined;
  readonly tail: readonly string[];
}

/** Format of redirects for a program: its sections in order. */
export type RedirectFormat = readonly RedirectSection[];
