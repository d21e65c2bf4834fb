/**
 * Kind of an old URL.
 * - `path` has no query; `query` has one.
 * - `file` is an image. `forms` is the base name of its smaller sizes, such as `photo.jpg` for
 * `photo-300x200.jpg`.
 * - `view` is a calendar view without a query whose target has one.
 * - `dated` and `dated-view` are views of a day, a month or a page number below a path. Only the targets of
 * `dated-view` have a query.
 */
export type RedirectKind = "path" | "query" | "file" | "forms" | "view" | "dated" | "dated-view";

/** A redirect from an old URL to its target. Within a kind, path and query are unique. */
export interface Redirect {
  readonly kind: RedirectKind;
  /**
   * Percent-encoded old path, normalized by `toOldPath`. It starts with a slash and does not end with one.
   */
  readonly path: string;
  /** Old query, with its `?`, for the kind `query`; otherwise `""`. */
  readonly query: string;
  /**
   * For dated views: a regular expression (PCRE and RE2) with one group. It matches the text after `path` and
   * a slash.
   */
  readonly below?: string;
  /**
   * Target: a complete URL, or a path that starts with `/`. For dated views, `$1` stands for the group of
   * `below`.
   */
  readonly to: string;
}

/** A section of the generated configuration file. */
export interface RedirectSection {
  readonly kinds: readonly RedirectKind[];
  readonly head: readonly string[];
  /**
   * Returns the configuration lines for a redirect. Returns `undefined` if the format cannot express the
   * redirect.
   */
  write(redirect: Redirect): string | undefined;
  readonly tail: readonly string[];
}

/** Configuration format of one web server: its sections in output order. */
export type RedirectFormat = readonly RedirectSection[];
