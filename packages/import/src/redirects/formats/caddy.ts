import type { Redirect, RedirectFormat } from "../redirect.ts";
import {
  aroundDimensions,
  decodedPath,
  isPlain,
  plainQuery,
  toPattern,
  toReferring,
  toTarget,
} from "./patterns.ts";

const lineOf = (input: string, to: string): string => `\t"${input}" "${toTarget(to)}"`;

/**
 * Returns the configuration lines for a redirect by path. Returns `undefined` if `decodedPath` does. A path
 * that is not plain (`isPlain`) becomes a regular expression.
 */
const ofPath = ({ kind, path, below, to }: Redirect): string | undefined => {
  const decoded = decodedPath(path);
  if (decoded === undefined) return undefined;
  if (below !== undefined) return `\t"~^${toPattern(decoded)}/${below}/?$" "${toReferring(to, `$\{1}`)}"`;
  if (kind === "forms") {
    const [name, extension] = aroundDimensions(decoded).map(toPattern);
    return lineOf(`~^${name}(?:-\\d+x\\d+)?${extension}$`, to);
  }
  if (!isPlain(decoded)) return lineOf(`~^${toPattern(decoded)}/?$`, to);
  return kind === "file" ? lineOf(decoded, to) : `${lineOf(decoded, to)}\n${lineOf(`${decoded}/`, to)}`;
};

const redirect = (name: string): readonly string[] => [
  "}",
  `@${name} expression \`{${name}} != ""\``,
  `redir @${name} {${name}} permanent`,
  "",
];

/** Returns directives that redirect and append the query of the request to the target, after `?` or `&`. */
const redirectWithQuery = (name: string, joint: "?" | "&"): readonly string[] => [
  "}",
  `@${name}_query expression \`{${name}} != "" && {query} != ""\``,
  `redir @${name}_query {${name}}${joint}{query} permanent`,
  `@${name} expression \`{${name}} != "" && {query} == ""\``,
  `redir @${name} {${name}} permanent`,
  "",
];

/** Redirects for Caddy: directives to import into a site block. */
export const caddyRedirects: RedirectFormat = [
  {
    kinds: ["query"],
    head: [
      "# In the block of a site:",
      "#     import redirects.caddy",
      "",
      "map {uri} {kalends_by_query} {",
      '\tdefault ""',
    ],
    write({ path, query, to }) {
      const sent = plainQuery(query);
      if (sent === undefined || decodedPath(path) === undefined) return undefined;
      const withSlash = path === "/" ? "/" : `${path}/?`;
      return lineOf(`~^${withSlash.replace(/[.~!'()*]/g, toPattern)}${toPattern(sent)}$`, to);
    },
    tail: redirect("kalends_by_query"),
  },
  {
    kinds: ["path", "file", "dated"],
    head: ["map {path} {kalends_by_path} {", '\tdefault ""'],
    write: ofPath,
    tail: redirectWithQuery("kalends_by_path", "?"),
  },
  {
    kinds: ["view", "dated-view"],
    head: ["map {path} {kalends_by_view} {", '\tdefault ""'],
    write: ofPath,
    tail: redirectWithQuery("kalends_by_view", "&"),
  },
  {
    kinds: ["forms"],
    head: ["map {path} {kalends_by_form} {", '\tdefault ""'],
    write: ofPath,
    tail: redirect("kalends_by_form"),
  },
];
