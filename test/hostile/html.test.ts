import { ANONYMOUS, createTexts } from "@kalends/core";
import { createHtmlCleaner } from "@kalends/html";
import { renderHtml, renderTitle } from "@kalends/http/internals";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";
import { findHarm } from "../harmless-html.ts";

const htmlCleaner = createHtmlCleaner();
const { clean, toText } = htmlCleaner;
const texts = createTexts({ htmlCleaner });

const NAMES = [
  ...[
    "p",
    "div",
    "b",
    "a",
    "img",
    "br",
    "li",
    "ul",
    "table",
    "tr",
    "td",
    "h1",
    "pre",
    "blockquote",
    "form",
    "x",
  ],
  ...[
    "script",
    "style",
    "svg",
    "math",
    "textarea",
    "iframe",
    "noscript",
    "select",
    "option",
    "button",
    "title",
  ],
];
const VALUES = [
  "javascript:x",
  "java&#115;cript:x",
  "/a?b&c",
  "_blank",
  "<b>",
  '"',
  "'",
  "x&amp;y",
  "a>b",
  "\uFDD0",
];
const ATTRIBUTES = ["href", "src", "onclick", "style", "title", "class", "target", "srcset", "id", "open"];

const attribute = fc
  .tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom('"', "'", ""), fc.constantFrom(...VALUES))
  .map(([name, quote, value]) => ` ${name}=${quote}${value}${quote}`);
const tag = fc
  .tuple(fc.constantFrom("<", "</"), fc.constantFrom(...NAMES), fc.array(attribute, { maxLength: 2 }))
  .map(([start, name, attributes]) => `${start}${name}${attributes.join("")}>`);
const text = fc.constantFrom(
  ...[
    "a",
    " ",
    "\n",
    "&",
    "&lt;",
    "&amp;",
    "&#60;",
    "<",
    ">",
    '"',
    "'",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "/",
  ],
  ...["\uFDD0", "\0", "é", "script>", "lt;", "<b", "=", "&#x26;"],
);
const html = fc
  .array(fc.oneof({ weight: 3, arbitrary: tag }, { weight: 2, arbitrary: text }), { maxLength: 25 })
  .map((pieces) => pieces.join(""));

/** Random texts whose special characters are encoded one, two or three times. */
const hidden = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...["j", "J", "a", "v", "s", "c", "r", "i", "p", "t", ":", ":", "(", "<", ">", '"', "'", " "],
      ),
      fc.constantFrom(...["%", "#D;", "#D", "#0000D;", "#xH;", "#XH", "#x000H;", "name;"]),
      fc.nat({ max: 3 }),
    ),
    { maxLength: 4 },
  )
  .map((letters) => letters.map(([letter, form, times]) => encodeLetter(letter, form, times)).join(""));

const NAMED: Readonly<Record<string, string>> = {
  ":": "colon",
  "(": "lpar",
  "<": "lt",
  ">": "gt",
  '"': "quot",
};

const encodeLetter = (letter: string, form: string, times: number): string => {
  if (form === "%" || times === 0) return letter;
  const code = letter.charCodeAt(0);
  const entity = form
    .replace("D", String(code))
    .replace("H", code.toString(16))
    .replace("name", NAMED[letter] ?? "Tab;&NewLine");
  return `&${"amp;".repeat(times - 1)}${entity}`;
};

/** Random URLs that would run a script if a page used them unchanged. */
const address = fc
  .tuple(
    fc.constantFrom("", " ", "&#1;", "\u0001", "\u00a0", "\uFDD0", "&Tab;", "/", "&amp;#32;"),
    fc.constantFrom(
      "javascript",
      "JaVaScript",
      "java&Tab;script",
      "java\nscript",
      "java&#xA;script",
      "vbscript",
      "data",
    ),
    fc.constantFrom(
      ...[":", "&#58;", "&#58", "&colon;", "&amp;#58;", "&amp;amp;#58;", "&amp;colon;", "&#x3a", "%3A"],
    ),
    fc.constantFrom("alert(1)", "text/html,<script>", "//a/%0aalert(1)", "&#40;"),
  )
  .map((parts) => parts.join(""));

const addressed = fc
  .tuple(
    fc.constantFrom(
      "a href",
      "img src",
      "img srcset",
      "source srcset",
      "blockquote cite",
      "q cite",
      "del cite",
    ),
    fc.constantFrom('"', "'", "", "&quot;"),
    fc.array(fc.oneof(address, hidden, fc.constantFrom("https://a.example/b", "1x", ",", " ")), {
      maxLength: 4,
    }),
  )
  .map(([place, quote, values]) => `<${place}=${quote}${values.join("")}${quote}>`);

/** Random HTML like `html`, with more URLs and entities. */
const disguised = fc
  .array(fc.oneof(html, addressed, hidden), { maxLength: 6 })
  .map((pieces) => pieces.join(""));

/** Checks that the HTML has only allowed tags and no unescaped `<`. */
const expectHarmless = (cleaned: string): void => {
  expect(findHarm(cleaned), cleaned).to.deep.equal([]);
  expect(cleaned.replace(/<\/?[a-z]+\d?(?: [a-z]+(?:="[^"<>]*")?)*(?: \/)?>/g, "")).not.to.include("<");
};

describe("html cleaner: hostile input", () => {
  it("writes nothing that is not on the list", () => {
    for (const seed of seedsOf(1))
      fc.assert(
        fc.property(fc.oneof(html, disguised), (given) => expectHarmless(clean(given))),
        { numRuns: 2_500, seed },
      );
    for (const seed of seedsOf(2))
      fc.assert(
        fc.property(fc.string({ unit: "binary" }), (given) => expectHarmless(clean(given))),
        {
          numRuns: 250,
          seed,
        },
      );
  });

  it("is harmless as it is served: in names, descriptions and details", () => {
    for (const seed of seedsOf(4))
      fc.assert(
        fc.property(fc.oneof(html, disguised), (given) => {
          for (const served of [
            renderTitle(texts.name(given, ANONYMOUS)),
            renderHtml(texts.html(given, ANONYMOUS)),
            texts.detail(given),
            `<a href='${texts.website(`https://a.example/${given}`)}'>x</a>`,
          ]) {
            expect(findHarm(served), served).to.deep.equal([]);
          }
        }),
        { numRuns: 2_500, seed },
      );
  });

  it("changes nothing the second time", () => {
    for (const seed of seedsOf(3))
      fc.assert(
        fc.property(fc.oneof(html, disguised), (given) => {
          const once = clean(given);
          expect(clean(once)).to.equal(once);
        }),
        { numRuns: 2_500, seed },
      );
  });

  it("takes no more than its time for what makes others go over a text again and again", () => {
    const length = 400_000;
    const of = (piece: string, parts = 1): string => piece.repeat(length / parts / piece.length);
    const shapes: readonly string[] = [
      of("<b>"),
      of("<b>", 2) + of("</i>", 2),
      of("<b>", 2) + of("</b>", 2),
      of("<x>", 2) + of("</y>", 2),
      of("<svg>"),
      `<img srcset="a${of(",")}b,">`,
      `<img srcset="${of("a, ")}">`,
      `<img srcset="${of("a (b, ")}">`,
      `<a href="${of("<!---->")}">x</a>`,
      `<a target="_blank" rel="${of("a ")}">x</a>`,
      `<b ${of("class=a ")}>x</b>`,
    ];
    for (const shape of shapes) {
      const cleaned = clean(shape);
      expect(clean(cleaned), shape.slice(0, 50)).to.equal(cleaned);
      expect(toText(shape).length).to.be.at.most(shape.length);
    }
  }).timeout(60_000);

  it("copes with 100,000 characters of anything", () => {
    const units = [
      "<div>",
      "<p><x>",
      "<",
      "<a '",
      "</x>",
      "<b><i></b>",
      "&",
      "<!--",
      "<![CDATA[",
      '<img srcset="',
    ];
    for (const unit of units) {
      const given = unit.repeat(100_000 / unit.length);
      const cleaned = clean(given);
      expect(clean(cleaned), unit).to.equal(cleaned);
      expect(toText(given).length, unit).to.be.at.most(given.length);
    }
  });
});
