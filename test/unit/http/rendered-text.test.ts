import { escapeHtml } from "@kalends/core";
import { createHtmlCleaner } from "@kalends/html";
import { renderHtml, renderTermName, renderTitle, toHtmlTokens, toParagraphs } from "@kalends/http/internals";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

const table = (rows: Readonly<Record<string, string>>, render: (text: string) => string): void => {
  for (const [text, expected] of Object.entries(rows)) {
    expect(render(text), text).to.equal(expected);
    expect(render(expected), `again: ${text}`).to.equal(expected);
  }
};

describe("rendered text: names", () => {
  it("trims titles and escapes what is no markup", () => {
    table(
      {
        "": "",
        "  Jazz night ": "Jazz night",
        'Q & A <b>"Hall"</b> it\'s - x': 'Q &#038; A <b>"Hall"</b> it\'s - x',
        "AT&amp;T &#8217; &#x27; &eacute;": "AT&amp;T &#8217; &#x27; &eacute;",
        "1 < 2 > 0 & <3": "1 &lt; 2 &gt; 0 &#038; &lt;3",
        "a <b": "a &lt;b",
        '<a href="?a&b" title="x>y">z</a>': '<a href="?a&#038;b" title="x>y">z</a>',
      },
      renderTitle,
    );
  });

  it("escapes everything in the names of terms", () => {
    table({ " R&B ": "R&amp;B", "R&amp;B": "R&amp;B", "<b>x</b>": "&lt;b&gt;x&lt;/b&gt;" }, renderTermName);
  });

  it("escapes for attributes as well", () => {
    expect(escapeHtml(`<a b="c" d='e'>&amp;`)).to.equal("&lt;a b=&quot;c&quot; d=&#039;e&#039;&gt;&amp;amp;");
  });
});

describe("rendered text: descriptions", () => {
  it("makes paragraphs of what blank lines part", () => {
    table(
      {
        "": "",
        " \n ": "",
        "Event 01 description": "<p>Event 01 description</p>",
        'Line one\nLine two\n\n[x] "quotes" -- dash...':
          '<p>Line one<br />\nLine two</p>\n<p>[x] "quotes" -- dash...</p>',
        "a \r\nb\r\n \r\nc": "<p>a<br />\nb</p>\n<p>c</p>",
        "a\n\n\n\n\nb": "<p>a</p>\n<p>b</p>",
        "a<br>\nb<br/><br />c": "<p>a<br />\nb</p>\n<p>c</p>",
        "a & b < c": "<p>a &#038; b &lt; c</p>",
        "<em>a</em> <img\nsrc='x'>": "<p><em>a</em> <img\nsrc='x'></p>",
      },
      renderHtml,
    );
  });

  it("keeps the blocks that are there, each on its line", () => {
    table(
      {
        "<p>Long <b>description</b></p>\n\nSecond para": "<p>Long <b>description</b></p>\n<p>Second para</p>",
        "<p>a. </p>": "<p>a. </p>",
        "<div>a</div><p>b</p><p> </p>c": "<div>a</div>\n<p>b</p>\n<p>c</p>",
        "<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>": "<ul>\n<li>a</li>\n<li>b</li>\n</ul>",
        "<h2>a</h2>b<hr>c": "<h2>a</h2>\n<p>b</p>\n<hr>\n<p>c</p>",
        "<div>\n  a\n</div>": "<div>\n  a\n</div>",
        '<figure>\n<img src="x">\n<figcaption>c</figcaption>\n</figure>':
          '<figure>\n<img src="x"><figcaption>c</figcaption></figure>',
      },
      renderHtml,
    );
  });

  it("makes paragraphs inside sections, quotations and list items where they are needed", () => {
    table(
      {
        "<div>a\n\nb</div>": "<div>\n<p>a</p>\n<p>b</p>\n</div>",
        "<blockquote>a\n\nb</blockquote>": "<blockquote><p>a</p>\n<p>b</p></blockquote>",
        "<blockquote><p>a</p></blockquote>": "<blockquote><p>a</p></blockquote>",
        "<ul><li>a\n\nb</li><li>c<ul><li>d</li></ul></li></ul>":
          "<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n<li>c\n<ul>\n<li>d</li>\n</ul>\n</li>\n</ul>",
        "<h1>a\n\nb</h1>": "<h1>a<br />\nb</h1>",
        "<p>a\n\nb</p>": "<p>a</p>\n<p>b</p>",
      },
      renderHtml,
    );
  });

  it("does not touch what is preformatted", () => {
    table(
      {
        "<pre>a\n\n  b & c</pre>d": "<pre>a\n\n  b &#038; c</pre>\n<p>d</p>",
        "<script>a &&\n\nb < c</script>": "<p><script>a &&\n\nb < c</script></p>",
        "a <!-- b\n\nc --> d": "<p>a <!-- b\n\nc --> d</p>",
      },
      renderHtml,
    );
  });
});

const pieces = fc.constantFrom(
  ...[
    "a",
    "b c",
    " ",
    "\n",
    "\n\n",
    " \n",
    "&",
    "&amp;",
    "<",
    ">",
    "<br>",
    "<br />",
    "<b>",
    "</b>",
    "<!-- x -->",
  ],
  ...[
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<li>",
    "</li>",
    "<ul>",
    "</ul>",
    "<h1>",
    "</h1>",
    "<hr />",
    "<pre>x\n\ny</pre>",
  ],
  ...[
    "<blockquote>",
    "</blockquote>",
    "<td>",
    "</td>",
    "<figure>\n<img src='x'>\n<figcaption>c</figcaption>\n</figure>",
    "<a\nhref='x'>",
    "</a>",
  ],
);

describe("rendered text: whatever comes", () => {
  it("gives back what it made of cleaned texts unchanged", () => {
    const { clean } = createHtmlCleaner();
    const html = fc.array(pieces, { maxLength: 14 }).map((all) => all.join(""));
    for (const seed of seedsOf(1))
      fc.assert(
        fc.property(html, (given) => {
          for (const render of [renderHtml, renderTitle, renderTermName]) {
            const once = render(clean(given));
            expect(render(once), render.name).to.equal(once);
          }
        }),
        { numRuns: 5_000, seed },
      );
  });

  it("puts no line break into an address, whatever character stands for one meanwhile", () => {
    expect(renderHtml('<a href="java\uFDD0script:x" title="a\nb">\uFDD0x</a>')).to.equal(
      '<p><a href="java\uFFFDscript:x" title="a\nb">\uFFFDx</a></p>',
    );
  });

  it("loses no letter", () => {
    const letters = (text: string): string => text.replace(/<[^>]*>|&[#\w]*;|[^a-c]/g, "");
    const html = fc.array(
      fc.constantFrom("a", "b", "c", "\n", "\n\n", "<p>", "</p>", "<br>", "<li>", "</li>", "<div>", "</div>"),
    );
    for (const seed of seedsOf(2))
      fc.assert(
        fc.property(
          html.map((all) => all.join("")),
          (given) => {
            expect(letters(renderHtml(given))).to.equal(letters(given));
          },
        ),
        { numRuns: 2_000, seed },
      );
  });

  it("copes with 100,000 characters of anything", () => {
    for (const unit of [
      "<div>",
      "<",
      '<a "',
      "<!--",
      "<pre>",
      " ",
      "\n",
      " \n",
      "&",
      "<br>",
      "<p> ",
      "<p>a</p>\n<p> ",
    ]) {
      const given = unit.repeat(100_000 / unit.length);
      expect(renderHtml(given).length, unit).to.be.at.most(given.length * 6 + 7);
    }
  });

  it("shows text without markup alike by the short way and by the way of all texts", () => {
    const plain = fc
      .array(fc.constantFrom("a", "word", " ", "  ", "\t", "\n", "\n\n", "\n \n", "é", "\u00a0"), {
        maxLength: 14,
      })
      .map((all) => all.join(""));
    for (const seed of seedsOf(7))
      fc.assert(
        fc.property(plain, (text) => {
          // A text of one line is rendered differently: the spaces around it remain.
          fc.pre(text.includes("\n"));
          expect(renderHtml(text)).to.equal(toParagraphs(toHtmlTokens(text)));
        }),
        { seed, numRuns: 2000 },
      );
  });
});
