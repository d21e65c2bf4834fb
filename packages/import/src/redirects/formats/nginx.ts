import type { Redirect, RedirectFormat } from "../redirect.ts";
import { decodedPath, isPlain, plainQuery, toPattern, toReferring, toTarget } from "./patterns.ts";

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/**
 * Returns a key for an nginx `map`. nginx compares plain keys without case and rejects two keys that differ
 * only in case. A text with capital letters or special characters becomes a regular expression, which is
 * case-sensitive.
 */
const toKey = (text: string): string =>
  isPlain(text) && !/[A-Z]/.test(text) ? quoted(text) : `"~^${toPattern(text)}$"`;

const toLine = (key: string, to: string): string => `    ${key} "${toTarget(to)}";`;

const ofPath = ({ path, below, to }: Redirect): string | undefined => {
  const decoded = decodedPath(path);
  if (decoded === undefined) return undefined;
  if (below === undefined) return toLine(toKey(decoded), to);
  const named = below.replace(/\((?!\?)/, "(?<kalends_view>");
  return `    "~^${toPattern(decoded)}/${named}$" "${toReferring(to, "$kalends_view")}";`;
};

/**
 * Redirects for nginx: a file of `map` blocks to include. Its comments explain the directives for the server
 * block.
 */
export const nginxRedirects: RedirectFormat = [
  {
    kinds: ["path", "file", "dated"],
    head: [
      "# In http { }:",
      "#     include redirects.conf;",
      "# In server { }:",
      "#     if ($kalends_by_query) { return 301 $kalends_by_query; }",
      "#     if ($kalends_by_path) { return 301 $kalends_by_path$is_args$args; }",
      "#     if ($kalends_by_view) { return 301 $kalends_by_view$kalends_more; }",
      "#     if ($kalends_by_form) { return 301 $kalends_by_form; }",
      "",
      "map_hash_bucket_size 4096;",
      "map_hash_max_size 262144;",
      "",
      "map $uri $kalends_path {",
      "    default $uri;",
      '    "~^(?<kalends_page>/.*[^/])/$" $kalends_page;',
      "}",
      "",
      "map $kalends_path $kalends_by_path {",
      '    default "";',
    ],
    write: ofPath,
    tail: ["}", ""],
  },
  {
    kinds: ["query"],
    head: ["map $kalends_path$is_args$args $kalends_by_query {", '    default "";'],
    write({ path, query, to }) {
      const [decoded, sent] = [decodedPath(path), plainQuery(query)];
      return decoded === undefined || sent === undefined ? undefined : toLine(toKey(decoded + sent), to);
    },
    tail: ["}", ""],
  },
  {
    kinds: ["view", "dated-view"],
    head: [
      "map $args $kalends_more {",
      '    default "&$args";',
      '    "" "";',
      "}",
      "",
      "map $kalends_path $kalends_by_view {",
      '    default "";',
    ],
    write: ofPath,
    tail: ["}", ""],
  },
  {
    kinds: ["forms"],
    head: [
      "map $uri $kalends_form {",
      "    default $uri;",
      '    "~*^(?<kalends_name>/.+)-\\d+x\\d+(?<kalends_extension>\\.(?:jpe?g|png|gif|webp|avif))$" $kalends_name$kalends_extension;',
      "}",
      "",
      "map $kalends_form $kalends_by_form {",
      '    default "";',
    ],
    write: ofPath,
    tail: ["}"],
  },
];
