import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, createHtmlCleaner } from "@kalends/html";
import { expect } from "chai";
import fc from "fast-check";

const { clean, toText } = createHtmlCleaner();

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

const TAG = /<(\/?)([^\s<>/]*)((?:[^<>"]|"[^"<>]*")*)>/g;
const ATTRIBUTE = /\s([^\s="<>/]+)(?:="([^"]*)")?/g;

/** Reads what the cleaner writes, strictly: everything that looks like a tag must be one that is allowed. */
const expectHarmless = (cleaned: string): void => {
  const rest = cleaned.replace(TAG, (_tag, _slash: string, name: string, attributes: string) => {
    expect(ALLOWED_TAGS, cleaned).to.include(name);
    for (const [, key = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
      expect([...(ALLOWED_ATTRIBUTES["*"] ?? []), ...(ALLOWED_ATTRIBUTES[name] ?? [])], cleaned).to.include(
        key,
      );
      if (key === "href" || key === "src") {
        expect(toText(value).replace(/[^a-z:]/gi, ""), cleaned).not.to.match(
          /^(?:javascript|data|vbscript):/i,
        );
      }
    }
    return "";
  });
  // Texts without any tag keep their `>`; a `<` must never be left over.
  expect(rest, cleaned).not.to.include("<");
};

describe("html cleaner: hostile input", () => {
  it("writes nothing that is not on the list", () => {
    fc.assert(
      fc.property(html, (given) => expectHarmless(clean(given))),
      { numRuns: 3_000, seed: 1 },
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (given) => expectHarmless(clean(given))),
      {
        numRuns: 500,
        seed: 2,
      },
    );
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(html, (given) => {
        const once = clean(given);
        expect(clean(once)).to.equal(once);
      }),
      { numRuns: 3_000, seed: 3 },
    );
  });

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
