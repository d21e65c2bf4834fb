// Builds the documentation as a static site in `docs/dist`; `npm run docs` runs it. An argument names another folder than the root of the project.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Eleventy } from "@11ty/eleventy";
import { anchors, headingsIn } from "./headings.js";
import { createLinks } from "./links.js";
import { readPages, toSections } from "./pages.js";

const SITE = fileURLToPath(new URL(".", import.meta.url));

process.chdir(resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url))));
const { repository } = JSON.parse(readFileSync("package.json", "utf8"));
const repositoryAddress = repository.url.replace(/^git\+|\.git$/g, "");

const pages = readPages("docs");
const links = createLinks({ pages, repositoryAddress });
const byInput = new Map(pages.map((page, index) => [`./docs/${page.source}`, { page, index }]));

/** Path from a page of the site to its root, such as `../`; empty in the root itself. */
const rootOf = ({ target }) => "../".repeat(target.split("/").length - 1);

/** Aligns cells of tables by classes: the policy of the pages forbids styles in attributes. */
const alignByClass = (markdown) => {
  markdown.core.ruler.push("align", ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => /^t[hd]_open$/.test(type))) {
      const style = token.attrIndex("style");
      if (style >= 0) token.attrs[style] = ["class", token.attrs[style][1].replace("text-align:", "")];
    }
  });
};

const configure = (config) => {
  config.setUseGitIgnore(false);
  for (const ignored of ["docs/site", "docs/dist", "docs/pictures"]) config.ignores.add(`./${ignored}/**`);
  config.setTemplateFormats(["md"]);
  config.setIncludesDirectory(relative("docs", SITE));
  if (!existsSync("docs/README.md")) config.addTemplate("README.md", pages[0].text);
  config.amendLibrary("md", (markdown) => {
    markdown.use(anchors);
    markdown.use(links.plugin);
    markdown.use(alignByClass);
  });
  // Braces in examples are text.
  config.addGlobalData("templateEngineOverride", "md");
  config.addGlobalData("layout", "layout.njk");
  config.addGlobalData("eleventyComputed", {
    permalink: ({ page }) => byInput.get(page.inputPath).page.target,
    guide: ({ page }) => {
      const { page: shown, index } = byInput.get(page.inputPath);
      return {
        ...shown,
        root: rootOf(shown),
        edit: `${repositoryAddress}/blob/main/docs/${shown.source}`,
        previous: pages[index - 1],
        next: pages[index + 1],
      };
    },
  });
  config.addGlobalData("sections", toSections(pages));
  config.addFilter("headings", headingsIn);
  if (existsSync("docs/pictures")) config.addPassthroughCopy("docs/pictures");
  config.addPassthroughCopy({
    [relative(".", join(SITE, "style.css"))]: "style.css",
    [relative(".", join(SITE, "icon.svg"))]: "icon.svg",
  });
};

// Pages that were renamed do not stay.
rmSync("docs/dist", { recursive: true, force: true });
const eleventy = new Eleventy("docs", "docs/dist", { quietMode: true, configPath: false, config: configure });
await eleventy.write();
const problems = links.problems();
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  rmSync("docs/dist", { recursive: true, force: true });
  process.exitCode = 1;
} else console.log(`Built ${pages.length} pages in docs/dist.`);
