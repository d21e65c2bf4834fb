/** Maximum nesting depth of elements. Deeper elements lose their tags and keep their text. */
export const MAX_DEPTH = 60;

/**
 * HTML elements that are allowed in texts. All other tags are removed.
 * Source: rules/choices.md#html-allow-list.
 */
export const ALLOWED_TAGS: readonly string[] = [
  "h1 h2 h3 h4 h5 h6 hgroup address article aside footer header main nav section p div blockquote pre hr figure figcaption",
  "details summary ul ol li dl dt dd menu table caption colgroup col thead tbody tfoot tr th td a abbr acronym b bdi bdo",
  "big br cite code data del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u",
  "var wbr img picture source",
].flatMap((names) => names.split(" "));

/**
 * HTML elements that are removed together with their contents, because their contents are not text for
 * visitors.
 * Source: rules/choices.md#html-contents-dropped.
 */
export const DROPPED_WITH_CONTENTS: ReadonlySet<string> = new Set(
  (
    "script style textarea option xmp plaintext title template iframe noembed noframes noscript object applet svg " +
    "math"
  ).split(" "),
);

/**
 * Allowed attributes of each element. `id` and `name` are not allowed, because they can shadow names that
 * scripts on the page use.
 * Source: rules/choices.md#html-attributes.
 */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  "*": ["class", "title", "lang", "dir"],
  a: ["href", "target", "rel", "hreflang"],
  blockquote: ["cite"],
  q: ["cite"],
  col: ["span", "width"],
  colgroup: ["span", "width"],
  data: ["value"],
  del: ["datetime", "cite"],
  ins: ["datetime", "cite"],
  details: ["open"],
  font: ["color", "size", "face"],
  img: ["src", "srcset", "sizes", "alt", "width", "height", "loading", "decoding"],
  source: ["srcset", "sizes", "media", "type", "width", "height"],
  li: ["value"],
  ol: ["start", "type", "reversed"],
  table: ["width", "border", "cellpadding", "cellspacing"],
  td: ["colspan", "rowspan", "headers", "align", "valign"],
  th: ["colspan", "rowspan", "headers", "scope", "abbr", "align", "valign"],
  time: ["datetime"],
};

/**
 * Allowed URL schemes. A URL without a scheme is relative and always allowed.
 * Source: rules/choices.md#html-addresses.
 */
export const ALLOWED_SCHEMES: readonly string[] = ["http", "https", "mailto", "tel"];

/** HTML elements that have neither contents nor an end tag. */
export const VOID_TAGS: readonly string[] = ["img", "br", "hr", "col", "wbr", "source"];
