import { existsSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";

const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Finds the ids of headings, which the plugin `anchors` has set. */
const idsIn = (tokens) =>
  tokens.filter(({ type }) => type === "heading_open").map((token) => token.attrGet("id"));

/**
 * Returns a plugin of markdown-it that leads links to the pages of the site, and to the repository where they leave `docs`. `problems()`
 * lists the links that lead nowhere, once all pages are rendered.
 */
export const createLinks = ({ pages, repositoryAddress }) => {
  const targets = new Map(pages.map(({ source, target }) => [`docs/${source}`, target]));
  /** Ids of the headings of each document, by its path in the repository. */
  const ids = new Map();
  const found = [];

  const plugin = (markdown) => {
    const idsOf = (path) => {
      if (!ids.has(path)) {
        const text = path.endsWith(".md") && existsSync(path) ? readFileSync(path, "utf8") : "";
        // Without an environment the rule below skips the links of this document.
        ids.set(path, new Set(idsIn(markdown.parse(text, {}))));
      }
      return ids.get(path);
    };

    /** Returns the path in the repository that a link leads to. */
    const follow = (path, from) => {
      try {
        return path === "" ? from : posix.join(posix.dirname(from), decodeURIComponent(path));
      } catch {
        // No escape of a character, so the name of no file.
        return path;
      }
    };

    /** Returns the address in the site; records the link if it leads nowhere. */
    const rewrite = (href, from) => {
      if (ABSOLUTE.test(href)) return href;
      const [, path = "", fragment] = /^([^#]*)(?:#(.*))?$/s.exec(href);
      const linked = follow(path, from);
      const hash = fragment === undefined ? "" : `#${fragment}`;
      const document =
        existsSync(linked) && statSync(linked).isDirectory() ? posix.join(linked, "README.md") : linked;
      const isPage = targets.has(document);
      if (path.startsWith("/") || linked.startsWith("..") || !(isPage || existsSync(linked))) {
        found.push(`${from}: the link "${href}" leads to no file.`);
        return href;
      }
      if (fragment !== undefined && !idsOf(document).has(fragment))
        found.push(`${from}: the link "${href}" leads to no heading.`);
      if (path === "") return href;
      if (isPage) return posix.relative(posix.dirname(targets.get(from)), targets.get(document)) + hash;
      if (linked.startsWith("docs/pictures/")) return posix.relative(posix.dirname(from), linked);
      return `${repositoryAddress}/${document === linked ? "blob" : "tree"}/main/${posix.normalize(linked)}${hash}`;
    };

    markdown.core.ruler.push("links", ({ tokens, env }) => {
      if (env.page === undefined) return;
      const from = posix.normalize(env.page.inputPath);
      ids.set(from, new Set(idsIn(tokens)));
      for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
        if (/^html_/.test(token.type) && /\s(?:href|src)=/.test(token.content))
          found.push(`${from}: "${token.content.trim()}" is a link in HTML. Write it in Markdown.`);
        const attribute = { link_open: "href", image: "src" }[token.type];
        if (attribute === undefined) continue;
        const address = token.attrGet(attribute);
        // Links of headings to themselves come from `anchors`.
        if (token.attrGet("class") !== "header-anchor") token.attrSet(attribute, rewrite(address, from));
        if (token.type !== "image") continue;
        if (!posix.join(posix.dirname(from), address).startsWith("docs/pictures/"))
          found.push(`${from}: the picture "${address}" is not in docs/pictures.`);
        if (token.content.trim() === "")
          found.push(`${from}: the picture "${address}" has no alternative text.`);
      }
    });
  };
  return { plugin, problems: () => found };
};
