import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const BUILD = join(ROOT, "docs/site/build.js");
const PACKAGE = { repository: { url: "git+https://git.example/calendar.git" } };

const PAGES = {
  "docs/README.md":
    "# Guide\n\n- [Rules](rules/README.md)\n- [Second](tutorials/second.md)\n- [First](tutorials/first.md)\n",
  "docs/tutorials/first.md":
    "# First steps\n\n## What's next?\n\nSee [the rule](../rules/events.md#default-window), [here](#whats-next) and {{ braces }}.\n\n![A month](../pictures/month.png)\n\n| n |\n|--:|\n| 1 |\n\n## Links\n\n[Client](../../packages/client/README.md#use), [examples](../../examples), [rules](../rules/), [out](https://other.example/x.md#y)\n",
  "docs/tutorials/second.md": "# Second steps\n\nNothing.\n",
  "docs/rules/README.md": "# The rules\n\n[Events](events.md)\n",
  "docs/rules/events.md": "# Events\n\n### default-window\n\nA rule.\n\n### default-window\n\nAgain.\n",
  "docs/pictures/month.png": "picture",
  "packages/client/README.md": "# Client\n\n## Use\n",
  "examples/one.js": "",
} as const;

describe("npm run docs", function () {
  this.timeout(30_000);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kalends-docs-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const build = (): { readonly status: number | null; readonly output: string } => {
    const { status, stderr } = spawnSync(process.execPath, [BUILD, folder], { encoding: "utf8" });
    return { status, output: stderr };
  };
  const page = (path: string): string => readFileSync(join(folder, "docs/dist", path), "utf8");

  it("leads links to pages, pictures and headings of the site, and all others to the repository", () => {
    write({ ...PAGES, "package.json": JSON.stringify(PACKAGE) });
    expect(build()).to.deep.equal({ status: 0, output: "" });
    const first = page("tutorials/first.html");
    for (const link of [
      'href="../rules/events.html#default-window"',
      'href="#whats-next"',
      'href="https://git.example/calendar/blob/main/packages/client/README.md#use"',
      'href="https://git.example/calendar/tree/main/examples"',
      'href="../rules/index.html">rules',
      'href="https://other.example/x.md#y"',
      'src="../pictures/month.png" alt="A month"',
      'href="../style.css"',
    ])
      expect(first).to.include(link);
    expect(first)
      .to.include('<h2 id="whats-next"')
      .and.include("{{ braces }}")
      .and.include('<td class="right">');
    expect(readFileSync(join(folder, "docs/dist/pictures/month.png"), "utf8")).to.equal("picture");
    expect(page("rules/events.html"))
      .to.include('<h3 id="default-window"')
      .and.include('id="default-window-1"');
  });

  it("orders pages by kind and then as the index does, with the pages before and after each", () => {
    write({ ...PAGES, "package.json": JSON.stringify(PACKAGE) });
    build();
    const index = page("index.html");
    const [, navigation = ""] = index.split('<nav id="pages"');
    expect([...navigation.matchAll(/<(?:h2|a)\b[^>]*>([^<]*)/g)].map(([, title]) => title)).to.deep.equal([
      ...["Tutorials", "Second steps", "First steps"],
      ...["Rules", "The rules", "Events"],
    ]);
    const first = page("tutorials/first.html");
    expect(first).to.include('<a rel="prev" href="../tutorials/second.html">');
    expect(first).to.include('<a rel="next" href="../rules/index.html">');
    expect(first).to.include('aria-current="page">First steps');
  });

  it("needs no script, no style in a page, and nothing from elsewhere", () => {
    write({ ...PAGES, "package.json": JSON.stringify(PACKAGE) });
    build();
    for (const path of ["index.html", "tutorials/first.html", "rules/events.html"]) {
      expect(page(path), path).to.not.match(/<script|<style|\sstyle=|\son[a-z]+=|src="(?:https?:)?\/\//);
      expect(page(path), path)
        .to.match(/<html lang="en">/)
        .and.match(/<meta name="viewport"/);
    }
    expect(page("style.css")).to.not.match(/url\(|@import/);
  });

  it("fails for links that lead nowhere and pictures without a text, names them, and leaves no site", () => {
    const BROKEN = [
      ["[x](missing.md)", 'the link "missing.md" leads to no file.'],
      ["[x](second.md#no)", 'the link "second.md#no" leads to no heading.'],
      ["[x](#no)", 'the link "#no" leads to no heading.'],
      [
        "[x](../../packages/client/README.md#no)",
        'the link "../../packages/client/README.md#no" leads to no heading.',
      ],
      ["[x](../../examples#no)", 'the link "../../examples#no" leads to no heading.'],
      ["[x](../../packages/none)", 'the link "../../packages/none" leads to no file.'],
      ["[x](../../../none.md)", 'the link "../../../none.md" leads to no file.'],
      ["[x](/docs/rules/events.md)", 'the link "/docs/rules/events.md" leads to no file.'],
      ["[x](first%E0%A4.md)", 'the link "first%E0%A4.md" leads to no file.'],
      ["<a href='first.md'>x</a>", `"<a href='first.md'>" is a link in HTML. Write it in Markdown.`],
      ["![x](../pictures/none.png)", 'the link "../pictures/none.png" leads to no file.'],
      [
        "![x](https://other.example/x.png)",
        'the picture "https://other.example/x.png" is not in docs/pictures.',
      ],
      ["![](../pictures/month.png)", 'the picture "../pictures/month.png" has no alternative text.'],
    ] as const;
    const text = BROKEN.map(([link]) => link).join("\n\n");
    write({
      ...PAGES,
      "package.json": JSON.stringify(PACKAGE),
      "docs/tutorials/third.md": `# Third\n\n${text}\n`,
    });
    const { status, output } = build();
    expect(status, output).to.equal(1);
    expect(output.trim().split("\n")).to.deep.equal(
      BROKEN.map(([, message]) => `docs/tutorials/third.md: ${message}`),
    );
    expect(existsSync(join(folder, "docs/dist"))).to.equal(false);
  });

  for (const [what, path, text, message] of [
    ["a page without a title", "docs/how-to/a.md", "Text.\n", "docs/how-to/a.md has no title"],
    [
      "a name that the server does not serve",
      "docs/how-to/a b.md",
      "# A\n",
      "docs/how-to/a b.md: use letters",
    ],
  ] as const)
    it(`fails for ${what}`, () => {
      write({ ...PAGES, "package.json": JSON.stringify(PACKAGE), [path]: text });
      const { status, output } = build();
      expect(status).to.equal(1);
      expect(output).to.include(message);
    });

  it("builds the documentation of the project, with every rule at its anchor", () => {
    for (const name of readdirSync(ROOT))
      if (!/^(?:docs|\..*)$/.test(name)) symlinkSync(join(ROOT, name), join(folder, name));
    cpSync(join(ROOT, "docs"), join(folder, "docs"), {
      recursive: true,
      filter: (path) => path !== join(ROOT, "docs/dist"),
    });
    expect(build()).to.deep.equal({ status: 0, output: "" });
    for (const chapter of readdirSync(join(ROOT, "docs/rules")).filter((name) => name !== "README.md")) {
      const html = page(`rules/${chapter.replace(/\.md$/, ".html")}`);
      const source = readFileSync(join(ROOT, "docs/rules", chapter), "utf8");
      for (const [, rule] of source.matchAll(/^### (.*)$/gm))
        expect(html.includes(` id="${rule}"`), `${chapter}#${rule}`).to.equal(true);
    }
  });
});
