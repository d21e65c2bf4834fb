import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REDIRECT_FORMATS, type Redirect, type RedirectKind } from "@kalends/import";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

type Format = keyof typeof REDIRECT_FORMATS;

const encoded = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

const lineOf = (format: Format, kind: RedirectKind, path: string, query = "", to = "/event/x/") =>
  REDIRECT_FORMATS[format]
    .find(({ kinds }) => kinds.includes(kind))
    ?.write({ kind, path: encoded(path), query, to });

/** Texts with characters that have a special meaning in server configurations or regular expressions. */
const HOSTILE = [
  '/a/$HOME{$x}"; return 200 #\\',
  `/b/$\{PATH}'\`%{HTTP_HOST}\\1$1%1`,
  "/c/{path} {$HOME} {env.HOME}",
  "/d/(x)[y]*+?|^.$ ~^ !",
  "/e/%24%00",
  "/f/こん&amp;<b>",
];

const TARGET = "[\\w\\-.~:/?#@!&()*+,;=%]+";
/**
 * Pattern of a safe text: letters, digits, harmless characters and escapes for all others. It has no quote,
 * dollar sign, brace or space.
 */
const PATTERN = "(?:[^\\s\"'$`{}()[\\]*+?|^.!#%&<>\\\\]|\\\\x[0-7][0-9a-f])*";
const LINES: Readonly<Record<Format, RegExp>> = {
  nginx: new RegExp(`^ {4}"(?:~\\^(?<pattern>${PATTERN})\\$|(?<text>[^"\\\\$]+))" "${TARGET}";$`, "u"),
  apache: new RegExp(
    `^RewriteRule "\\^/\\?(?<pattern>${PATTERN})/\\?\\$" "(?:${TARGET}|\\\\%)+" \\[R=301,L,NE\\]$`,
    "u",
  ),
  caddy: new RegExp(
    `^\t"(?:~\\^(?<pattern>${PATTERN})/\\?\\$|(?<text>[^"\\\\$\`{}]+))" "${TARGET}"(?:\\n\t"\\k<text>/" "${TARGET}")?$`,
    "u",
  ),
  csv: /^(?:[^",\r\n]*|"(?:[^"]|"")*"),[^",\r\n]*,301$/u,
};

const FORMATS = ["nginx", "apache", "caddy"] as const;

describe("redirects for servers", () => {
  const expectExact = (path: string): void => {
    for (const format of FORMATS) {
      const line = lineOf(format, "path", path);
      if (line === undefined) {
        expect(/\p{C}/u.test(path) || path.length > 1000, `${format} ${path}`).to.equal(true);
        continue;
      }
      expect(line).to.match(LINES[format]);
      const { pattern, text } = LINES[format].exec(line)?.groups ?? {};
      const start = format === "apache" ? "/" : "";
      if (pattern === undefined) expect(text).to.equal(path);
      else expect(new RegExp(`^${start}${pattern}$`, "u").test(path), line).to.equal(true);
    }
    expect(lineOf("csv", "path", path)).to.match(LINES.csv);
  };

  it("name hostile paths, and nothing else", () => {
    for (const path of HOSTILE) expectExact(path);
    const piece = fc.constantFrom(..."aZé9こ $\"'`{}()[]*+?|^.!#%&<>\\~-_=:;,@\n\t\0\u200b".split(""));
    for (const seed of seedsOf(20)) {
      const random = fc.property(fc.array(piece, { minLength: 1, maxLength: 20 }), (pieces) =>
        expectExact(`/${pieces.join("")}`),
      );
      fc.assert(random, { seed, numRuns: 300 });
    }
  });

  it("leave out what would be the path of something else, or is no text", () => {
    for (const format of FORMATS) {
      const { write } = REDIRECT_FORMATS[format].find(({ kinds }) => kinds.includes("path")) ?? {};
      for (const path of ["/a%2Fb", "/a%FF", "/a%0Ab", "/%"])
        expect(write?.({ kind: "path", path, query: "", to: "/x/" }), path).to.equal(undefined);
      expect(lineOf(format, "query", "/", '?a="b"')).to.equal(undefined);
      expect(lineOf(format, "query", "/", `?a=$\{x}`)).to.equal(undefined);
    }
  });

  it("write no address that a configuration reads something into", () => {
    for (const format of FORMATS)
      expect(lineOf(format, "path", "/x", "", "https://new.example/$x{y}\"\\`'\n%24/")).to.match(
        LINES[format],
      );
    expect(lineOf("apache", "path", "/x", "", "/venue/%e3%81%93/")).to.include('"/venue/\\%e3\\%81\\%93/"');
  });

  it("name views with what differs between them, and join queries", () => {
    const dated = { path: "/termine", query: "", below: "([0-9][0-9]+)", to: "https://new.example/%24/$1/" };
    const linesOf = (format: Format, redirect: Redirect) =>
      REDIRECT_FORMATS[format]
        .filter(({ kinds }) => kinds.includes(redirect.kind))
        .map(({ write }) => write(redirect));
    for (const [format, line] of [
      ["nginx", '    "~^/termine/(?<kalends_view>[0-9][0-9]+)$" "https://new.example/%24/$kalends_view/";'],
      ["apache", 'RewriteRule "^/?termine/([0-9][0-9]+)/?$" "https://new.example/\\%24/$1/" [R=301,L,NE]'],
      ["caddy", `\t"~^/termine/([0-9][0-9]+)/?$" "https://new.example/%24/$\{1}/"`],
    ] as const)
      expect(linesOf(format, { ...dated, kind: "dated" })).to.deep.equal([line]);
    expect(linesOf("csv", { ...dated, kind: "dated" })).to.deep.equal([]);
    const view = { kind: "view", path: "/events/past", query: "", to: "/events/list/?past=1" } as const;
    expect(linesOf("apache", view)).to.deep.equal([
      'RewriteRule "^/?events/past/?$" "/events/list/?past=1" [R=301,L,NE,QSA]',
    ]);
    expect(linesOf("csv", view)).to.deep.equal(["/events/past,/events/list/?past=1,301"]);
    const text = (format: Format): string =>
      REDIRECT_FORMATS[format].flatMap(({ head, tail }) => [...head, ...tail]).join("\n");
    expect(text("nginx")).to.include("return 301 $kalends_by_view$kalends_more;");
    expect(text("caddy")).to.include("redir @kalends_by_view_query {kalends_by_view}&{query} permanent");
  });

  /** Checks a configuration that contains all kinds of lines with the web server program. */
  const check = (
    program: string,
    format: Format,
    toFile: (place: string) => string,
    args: readonly string[],
  ) =>
    it(`are a configuration for ${program}, where it is installed`, function () {
      if (spawnSync(program, args.slice(-1)).error !== undefined) this.skip();
      const place = mkdtempSync(join(tmpdir(), "kalends-redirects-"));
      const lines = REDIRECT_FORMATS[format].flatMap(({ kinds, head, write, tail }) => [
        ...head,
        ...HOSTILE.flatMap((path) =>
          kinds.flatMap((kind) => {
            const query = kind === "query" ? "?post_type=tribe_events&p=7" : "";
            const file = kind === "file" || kind === "forms" ? `${path}.jpg` : path;
            const isDated = kind === "dated" || kind === "dated-view";
            const dated = isDated ? { below: "([0-9][0-9])", to: "/events/$1/" } : { to: "/event/x/" };
            return write({ kind, path: encoded(file), query, ...dated }) ?? [];
          }),
        ),
        ...tail,
      ]);
      writeFileSync(join(place, "redirects"), `${lines.join("\n")}\n`);
      writeFileSync(join(place, "main"), toFile(place));
      const { status, stdout, stderr } = spawnSync(
        program,
        args.slice(0, -1).map((one) => one.replace("DIR", place)),
      );
      rmSync(place, { recursive: true });
      expect(status, `${stdout}${stderr}`).to.equal(0);
    });

  check(
    "nginx",
    "nginx",
    (place) =>
      `pid ${place}/pid; error_log stderr; events {} http { access_log off; ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${place}/${name};`).join(" ")} include ${place}/redirects; server { listen 127.0.0.1:1; if ($kalends_by_path) { return 301 $kalends_by_path; } } }`,
    ["-t", "-c", "DIR/main", "-e", "stderr", "-v"],
  );
  check(
    "caddy",
    "caddy",
    (place) => `{\n\tadmin off\n\tauto_https off\n}\nhttp://127.0.0.1:1 {\n\timport ${place}/redirects\n}\n`,
    ["validate", "--adapter", "caddyfile", "--config", "DIR/main", "version"],
  );
});
