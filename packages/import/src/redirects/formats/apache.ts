import type { RedirectFormat } from "../redirect.ts";
import { aroundDimensions, decodedPath, plainQuery, toPattern, toReferring, toTarget } from "./patterns.ts";

/** Escapes percent signs, because Apache replaces `%2` by the second group of a `RewriteCond`. */
const escaped = (text: string): string => text.replaceAll("%", "\\%");

/**
 * Returns a `RewriteRule`. The pattern makes the leading slash optional, because Apache removes it in a
 * folder, as for a `.htaccess` file.
 */
const ruleTo = (pattern: string, substitution: string, flags: string): string =>
  `RewriteRule "^/?${pattern}$" "${substitution}" [${flags}]`;

const ruleOf = (pattern: string, to: string, flags: string = "R=301,L,NE"): string =>
  ruleTo(pattern, escaped(toTarget(to)), flags);

const slashed = (pattern: string): string => (pattern === "" ? "" : `${pattern}/?`);

/** Redirects for Apache: mod_rewrite rules that also work in a `.htaccess` file. */
export const apacheRedirects: RedirectFormat = [
  {
    kinds: ["query"],
    head: [
      "# In a virtual host, or in the file .htaccess at the root of the old site, before all other rules.",
      "RewriteEngine On",
    ],
    write({ path, query, to }) {
      const [decoded, sent] = [decodedPath(path), plainQuery(query)];
      if (decoded === undefined || sent === undefined) return undefined;
      const condition = `RewriteCond "%{QUERY_STRING}" "^${toPattern(sent.slice(1))}$"`;
      return `${condition}\n${ruleOf(slashed(toPattern(decoded.slice(1))), to, "R=301,L,NE,QSD")}`;
    },
    tail: [],
  },
  {
    kinds: ["path", "file"],
    head: [],
    write({ kind, path, to }) {
      const decoded = decodedPath(path);
      if (decoded === undefined) return undefined;
      const pattern = toPattern(decoded.slice(1));
      return ruleOf(kind === "file" ? pattern : slashed(pattern), to);
    },
    tail: [],
  },
  {
    kinds: ["view", "dated", "dated-view"],
    head: [],
    write({ kind, path, below, to }) {
      const decoded = decodedPath(path);
      if (decoded === undefined) return undefined;
      const flags = kind === "dated" ? "R=301,L,NE" : "R=301,L,NE,QSA";
      const pattern = toPattern(decoded.slice(1));
      if (below === undefined) return ruleOf(slashed(pattern), to, flags);
      return ruleTo(slashed(`${pattern}/${below}`), toReferring(to, "$1", escaped), flags);
    },
    tail: [],
  },
  {
    kinds: ["forms"],
    head: [],
    write({ path, to }) {
      const decoded = decodedPath(path);
      if (decoded === undefined) return undefined;
      const [name, extension] = aroundDimensions(decoded.slice(1)).map(toPattern);
      return ruleOf(`${name}(?:-\\d+x\\d+)?${extension}`, to);
    },
    tail: [],
  },
];
