import { createHtmlCleaner, mapAddresses } from "@kalends/html";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

const { clean } = createHtmlCleaner();

/** Returns the new address for an address of a site that has moved. */
const moved = (address: string): string | undefined =>
  address.startsWith("/old/") ? `/new/${address.slice("/old/".length)}` : undefined;

const mapped = (html: string): string => mapAddresses(html, moved);

describe("other addresses in HTML", () => {
  it("replaces those of links and images, however they are written", () => {
    const rows = {
      '<a href="/old/a">x</a>': '<a href="/new/a">x</a>',
      "<a href='/old/a'>x</a>": '<a href="/new/a">x</a>',
      "<a href=/old/a>x</a>": '<a href="/new/a">x</a>',
      '<A class=b HREF = " /old/a " title="t">x</A>': '<A class=b HREF = "/new/a" title="t">x</A>',
      '<a href="&#47;old/a?b=1&amp;c">x</a>': '<a href="/new/a?b=1&amp;c">x</a>',
      '<img src="/old/b.png" alt="/old/">': '<img src="/new/b.png" alt="/old/">',
      '<img srcset="/old/a,b.png 1x,\n /old/c.png 200w, d.png, /old/e.png">':
        '<img srcset="/new/a,b.png 1x,\n /new/c.png 200w, d.png, /new/e.png">',
      '<img srcset="/old/a.png,, /old/b.png, ">': '<img srcset="/new/a.png,, /new/b.png, ">',
    };
    for (const [html, expected] of Object.entries(rows)) expect(mapped(html), html).to.equal(expected);
  });

  it("leaves everything else as it was written", () => {
    for (const html of [
      "",
      "/old/a and R&B &amp; <b>/old/</b>",
      '<a href="/other/">x</a> <a href>y</a> <a href="">z</a>',
      '<a title="/old/" cite=/old/>x</a><!-- <a href="/old/"> -->',
      '<script>"<a href=\'/old/\'>"</script><svg><a href="/old/"></a></svg>',
      '<a href="#" href="/old/">the first one counts</a>',
      '<a href="/old/',
    ]) {
      expect(mapped(html), html).to.equal(html);
    }
  });

  it("writes no markup that the address brings", () => {
    const hostile = `"><script>alert(1)</script>'&lt;`;
    const html = mapAddresses("<a href='/x'>y</a>", () => hostile);
    expect(html).to.equal('<a href="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#039;&amp;lt;">y</a>');
    expect(mapAddresses(html, (address) => (address === hostile ? "/z" : undefined))).to.equal(
      '<a href="/z">y</a>',
    );
  });

  it("leaves a tag alone that has no end", () => {
    const html = '<a href="/old/a">x</a><a href="&#47;old/>"';
    expect(mapped(html)).to.equal(html.replace("/old/a", "/new/a"));
  });

  it("comes to the same before and after cleaning", () => {
    const piece = fc.constantFrom(
      ...[
        "<a href=",
        "<img src=",
        "<img srcset=",
        "<p ",
        '"',
        "'",
        " ",
        ">",
        "</a>",
        "/>",
        "=",
        ",",
        " 1x",
        " 20w",
      ],
      ...[
        "/old/a",
        "/old/b.png",
        "/new/",
        "&amp;",
        "&#47;old/",
        "&",
        "<",
        "<!--",
        "-->",
        "\n",
        "text",
        "<script>",
      ],
    );
    for (const seed of seedsOf(20)) {
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
          const html = pieces.join("");
          const cleaned = clean(html);
          expect(clean(mapped(cleaned))).to.equal(clean(mapped(html)));
          expect(mapAddresses(html, () => undefined)).to.equal(html);
        }),
        { seed, numRuns: 300 },
      );
    }
  });

  it("takes time in proportion to the length", () => {
    for (const piece of ["<a href='", "/old/,", ", ", "<a href=/old/a>", "<a href=/old/ "]) {
      const html = `<img srcset="${piece.repeat(40_000)}">${piece.repeat(40_000)}`;
      expect(mapped(html).length).to.be.greaterThan(0);
    }
  }).timeout(5_000);
});
