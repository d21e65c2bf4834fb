import { createHtmlCleaner, MAX_DEPTH } from "@kalends/html";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

const { clean, keepsAll, toText } = createHtmlCleaner();

const table = (rows: Readonly<Record<string, string>>, convert: (html: string) => string): void => {
  for (const [html, expected] of Object.entries(rows)) expect(convert(html), html).to.equal(expected);
};

describe("html cleaner: what stays", () => {
  it("keeps plain text as it was written", () => {
    for (const text of [
      "",
      'Tom & Jerry "x"',
      "it's > that",
      "R&B &amp; &#8217; &nbsp;",
      "a\n\nb\\n",
      "日本 🎷",
    ]) {
      expect(clean(text)).to.equal(text);
    }
  });

  it("keeps what a post is made of", () => {
    const posts = [
      "<h2>T</h2>\n<p>a <strong>b</strong> <em>c</em><br />d</p>",
      '<ul>\n<li>a</li>\n</ul><ol start="3"><li>b</li></ol>',
      '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
      '<figure class="wp-block-image"><img src="https://a.example/b.png" alt="" width="3" /><figcaption>c</figcaption></figure>',
      '<blockquote cite="https://a.example/"><p>a</p></blockquote><pre><code>x &lt; y</code></pre>',
      '<details open><summary>a</summary>b</details><abbr title="x">y</abbr> <time datetime="2030-01-01">z</time>',
      '<a href="mailto:a@b.example">m</a> <a href="tel:+39">t</a> <a href="/x?a=1&amp;b=2#c">r</a>',
      "<p>it&#8217;s R&B &amp; &lt;b&gt;</p>",
    ];
    for (const post of posts) expect(clean(post)).to.equal(post);
  });

  it("keeps texts between tags as they were written, whatever they look like", () => {
    const piece = fc.constantFrom(
      ...[
        "&",
        "&amp",
        "&amp;",
        "am",
        "p;",
        "&#",
        "&#3",
        "&#x",
        "4",
        "1;",
        "&lt",
        "&notin;",
        "&not",
        "in;",
        "&acE;",
      ],
      ...["a", " ", "é", '"', "'", "=", "&#0;", "&#xD800;", "#", "&&", "\n", "x3E;", "&colon;"],
    );
    const written = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(""));
    for (const seed of seedsOf(1))
      fc.assert(
        fc.property(written, (text) => {
          expect(clean(`${text}<b>x</b>${text}`)).to.equal(`${text}<b>x</b>${text}`);
        }),
        { numRuns: 2_000, seed },
      );
  });

  it("keeps the pictures to choose from, each with its size", () => {
    const srcset = (value: string): string => clean(`<img srcset="${value}">`);
    table(
      {
        "a.png 1x, b.png 2x": '<img srcset="a.png 1x, b.png 2x" />',
        "a.png, b.png 1.50x,c.png 300w": '<img srcset="a.png 1x, b.png 1.5x, c.png 300w" />',
        " , https://a.example/w_1,h_2/b.png\t300w ,, /c.png":
          '<img srcset="https://a.example/w_1,h_2/b.png 300w, /c.png 1x" />',
        "a 2y, b 0w, c 1x 2w, d (1x, e -1x, f 2x": '<img srcset="f 2x" />',
        "javascript:x 1x, data:image/png;base64,AA== 2x, mailto:a 3x": "<img />",
        "java&#9;script:x 1x": "<img />",
        "": "<img />",
      },
      srcset,
    );
  });

  it("ends what may be left open, and only that", () => {
    table(
      {
        "<ul><li>a<li>b</ul>": "<ul><li>a</li><li>b</li></ul>",
        "<p>a<p>b<div>c": "<p>a</p><p>b</p><div>c</div>",
        "<table><tr><td>a<td>b<tr><th>c</table>":
          "<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>",
        "<dl><dt>a<dd>b<dt>c</dl>": "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>",
        "<b><i>a</b>b</i>": "<b><i>a</i></b>b",
        "a</p></b></x>b</br>c": "ab<br />c",
      },
      clean,
    );
    const deep = "<div>".repeat(MAX_DEPTH + 2);
    const shallow = "<div>".repeat(MAX_DEPTH);
    const end = "</div>".repeat(MAX_DEPTH);
    expect(clean(`${deep}<br><p>x</p></div></div>y${end}<b>z</b>`)).to.equal(`${shallow}xy${end}<b>z</b>`);
  });

  it("keeps a < that starts no tag, as an entity", () => {
    table(
      {
        "I <3 you": "I &lt;3 you",
        "a <b": "a &lt;b",
        "1 < 2 <b>x</b>": "1 &lt; 2 <b>x</b>",
        "<!-- a": "&lt;!-- a",
      },
      clean,
    );
  });

  it("adds noopener to links that open a page beside, and drops other targets", () => {
    table(
      {
        '<a href="/" target="_blank">x</a>': '<a href="/" target="_blank" rel="noopener">x</a>',
        '<a href="/" target="_blank" rel="nofollow">x</a>':
          '<a href="/" target="_blank" rel="nofollow noopener">x</a>',
        '<a href="/" target="main">x</a>': '<a href="/">x</a>',
      },
      clean,
    );
  });
});

describe("html cleaner: what goes", () => {
  it("removes scripts, styles, frames and forms", () => {
    table(
      {
        "a<script>alert(1)</script>b": "ab",
        "a<style>p{}</style>b": "ab",
        '<iframe src="https://a.example"></iframe>b': "b",
        "<form><input name=x>b</form>": "b",
        "<svg><script>x</script><a>y</a></svg>b": "b",
        "<!-- x --><p>b</p>": "<p>b</p>",
        "<select><option>x<option>y</select>b<option>x</option>b": "bb",
        "<svg/>b<svg><svg/><svg></svg>x</svg>b<object><object>x</object>y</object>b": "bbb",
        "<textarea><p>x</p></textarea><xmp><p>y</p></xmp>b": "b",
        '<noscript><p title="</noscript><img src=x onerror=y>"></noscript>b': "b",
      },
      clean,
    );
  });

  it("removes handlers, styles and ids", () => {
    const html = '<p id="x" style="a:b" onclick="c()" data-x="d" class="e" ONLOAD=f>t</p>';
    expect(clean(html)).to.equal('<p class="e">t</p>');
  });

  it("removes addresses that run something, however they are written", () => {
    const addresses = [
      ...["javascript:x", "JaVaScRiPt:x", " javascript:x", "java\tscript:x", "java&#10;script:x"],
      ...["java&#115;cript:x", "&#x6A;avascript:x", "javascript&colon;x", "&#1;javascript:x", "vbscript:x"],
      ...["data:text/html,x", "file:///etc/passwd", "ftp://a.example"],
    ];
    for (const address of addresses) {
      expect(clean(`<a href="${address}">x</a>`), address).to.equal("<a>x</a>");
      expect(clean(`<img alt="x" src="${address}">`), address).to.equal('<img alt="x" />');
      expect(clean(`<a title="a>b" href="${address}">x</a>`), address).to.equal('<a title="a&gt;b">x</a>');
    }
    expect(clean('<img src="data:image/png;base64,AA=="><img src="mailto:a@b.example">')).to.equal(
      "<img /><img />",
    );
  });

  it("lets no tag grow out of what is removed", () => {
    table(
      {
        "<<x>script>alert(1)</script>": "&lt;script&gt;alert(1)",
        "<scr<script></script>ipt>x</script>": "ipt&gt;x",
        "&<b></b>lt;script>": "&<b></b>lt;script&gt;",
        "<b\0 onclick=x>y</b>": "<b>y</b>",
        "<\uFDD0script>x": "",
      },
      clean,
    );
  });

  it("flattens what is nested too deeply, and keeps the text", () => {
    const cleaned = clean(`${"<div>".repeat(20_000)}x`);
    expect(cleaned.match(/<div>/g)).to.have.lengthOf(MAX_DEPTH);
    expect(cleaned).to.include("x");
  });
});

describe("html cleaner: plain text", () => {
  it("leaves out tags, scripts and styles, and decodes entities", () => {
    table(
      {
        "": "",
        " a & b ": "a & b",
        "R&B <i>x</i>": "R&B x",
        "a&amp;b &lt;c&gt; it&#8217;s &eacute;": "a&b <c> it’s é",
        "a<script>x</script><style>y</style>b": "ab",
        "&amp;lt;": "&lt;",
        "1 < 2 > 0": "1 < 2 > 0",
        "a <b": "a <b",
        '<img alt="x" />a  b': "a  b",
      },
      toText,
    );
  });

  it("gives each block a line", () => {
    table(
      {
        "<p>a</p><p>b</p>": "a\nb",
        "<p>a</p>\n<p>b<br />c</p>\n": "a\nb\nc",
        "<ul><li>a</li><li>b</li></ul>c": "a\nb\nc",
      },
      toText,
    );
  });
});

describe("html cleaner: whether all is kept", () => {
  it("is so for what is spelled another way", () => {
    const texts = [
      "Tom & Jerry",
      "1 < 2 > 0",
      "a<br>b<HR>c</p>",
      "<p>a<p>b<ul><li>c",
      "<a href=\" /?a=1&b=2 \" title='x' target=_blank>x</a >",
      "<img src=a.png alt srcset='a.png, b.png 2x'>",
      "<b title=x TITLE=y>c</b>",
      "a <b",
    ];
    for (const text of texts) expect(keepsAll(text, clean(text)), text).to.equal(true);
  });

  it("is not so for what is taken out", () => {
    const texts = [
      "a\0",
      "a\uFDD0<br>",
      "<i onclick=x>a</i>",
      "<x>a</x>",
      "a<!-- b -->",
      "a<script></script>",
      "a<svg/>",
      "<a href=javascript:x>a</a>",
      "<a href='java&#115;cript:x'>a</a>",
      "<a target=top>a</a>",
      "<img srcset='javascript:x, b.png'>",
      "a <b title='c> d",
      `${"<b>".repeat(100)}a`,
    ];
    for (const text of texts) expect(keepsAll(text, clean(text)), text).to.equal(false);
  });
});
