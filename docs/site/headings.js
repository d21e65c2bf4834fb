/** Headings that fit into a column next to the page. */
const MANY = 40;

/** Returns the anchor of a heading as GitHub makes it: "What's new?" is `whats-new`. */
const toSlug = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** Gives headings their anchors, as a plugin of markdown-it: an id that is unique in the page, and a link to it. */
export const anchors = (markdown) => {
  markdown.core.ruler.push("anchors", ({ tokens, Token }) => {
    const used = new Set();
    for (const [at, token] of tokens.entries()) {
      if (token.type !== "heading_open") continue;
      const inline = tokens[at + 1];
      const slug = toSlug(inline.children.map(({ content }) => content).join(""));
      let id = slug;
      for (let count = 1; used.has(id); count += 1) id = `${slug}-${count}`;
      used.add(id);
      token.attrSet("id", id);
      const open = new Token("link_open", "a", 1);
      open.attrs = [
        ["class", "header-anchor"],
        ["href", `#${id}`],
      ];
      inline.children = [open, ...inline.children, new Token("link_close", "a", -1)];
    }
  });
};

/** Returns the second and third level headings of a rendered page; only the second level if these are many. */
export const headingsIn = (html) => {
  const all = [...html.matchAll(/<h([23]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/gs)].map(([, level, id, inner]) => ({
    level: Number(level),
    id,
    html: inner.replace(/<\/?(?!code)[a-z][^>]*>/g, ""),
  }));
  const parts = all.filter(({ level }) => level === 2);
  return all.length > MANY && parts.length > 1 ? parts : all;
};
