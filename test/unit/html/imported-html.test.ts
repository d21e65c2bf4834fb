import { createHtmlCleaner, createImportedHtmlCleaner } from "@kalends/html";
import { expect } from "chai";
import fc from "fast-check";

const { clean } = createImportedHtmlCleaner();

describe("html cleaner: texts of other sites", () => {
  it("leaves out the blocks of the calendar plugin, which repeat fields of the event", () => {
    const text = [
      '<div class="tribe-events-schedule tribe-clearfix"><p>May 3 @ 7:00 pm</p></div>\n\n',
      '<p class="wp-block-paragraph">Text between.</p>\n\n',
      '<div class="tribe-block tribe-block__venue"><div class="tribe-block__venue__map"><iframe src="https://m.example/"></iframe></div></div>\n',
      '\t<div class="tribe-block tribe-block__events-link"><button>Add to calendar</button><ul><li><a href="">iCalendar</a></li></ul></div>\n',
    ].join("");
    expect(clean(text)).to.equal('<p class="wp-block-paragraph">Text between.</p>');
    expect(clean('<div class="tribe-blockade">Stays</div>')).to.equal(
      '<div class="tribe-blockade">Stays</div>',
    );
  });

  it("makes the same of a text wherever it stood in an answer", () => {
    const figure =
      '<figure class="wp-caption"><img src="https://a.example/x.jpg" /><figcaption>C</figcaption></figure>';
    const behindBlocks = clean(`<p>A</p>\n<p></p>\n<p>${figure}</p>`);
    expect(behindBlocks).to.equal(clean(`<p>A</p>\n\n${figure}`));
    const player = (n: number, start = "", end = ""): string =>
      clean(
        `<p>A</p>\n${start}<audio id="audio-0-${n}"><source src="https://a.example/x.mp3?_=${n}" type="audio/mpeg" /><a href="https://a.example/x.mp3">x</a></audio>${end}`,
      );
    expect(player(1)).to.equal('<p>A</p>\n<a href="https://a.example/x.mp3">x</a>');
    expect(player(7, "<p>", "</p>")).to.equal(player(1));
    expect(clean("<p>&#111;r&#103;&#x40;a.example &#38; &#60; &#8217;</p>")).to.equal(
      clean("<p>o&#114;g&#64;a.example &#38; &#60; &#8217;</p>"),
    );
  });

  it("keeps pictures with several sources, and what nobody has put in", () => {
    const picture =
      '<picture><source srcset="https://a.example/x.webp 1x" type="image/webp" /><img src="https://a.example/x.jpg" /></picture>';
    expect(clean(picture)).to.equal(picture);
    for (const text of ["A & B", "<p>a</p>\n\n<p>b</p>", "<pre>\n\n</pre>", "a &#8217; b"])
      expect(clean(text)).to.equal(createHtmlCleaner().clean(text));
  });

  it("changes nothing once it has cleaned, whatever the text", () => {
    const piece = fc.constantFrom(
      ...[
        '<div class="tribe-block">',
        "</div>",
        "<p>",
        "</p>",
        "<figure>",
        "</figure>",
        "<source>",
        "<picture>",
      ],
      ...[
        "</picture>",
        '<a href="https://a.example/">',
        "</a>",
        "x",
        " ",
        "\n",
        "&#64;",
        "<img src=x>",
        "<",
        '"',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const cleaned = clean(pieces.join(""));
        expect(clean(cleaned)).to.equal(cleaned);
        expect(createHtmlCleaner().clean(cleaned)).to.equal(cleaned);
      }),
    );
  });
});
