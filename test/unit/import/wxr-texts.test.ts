import { expect } from "chai";
import { createExports } from "../../import/exports.ts";
import { anEventItem, anExport, anItem } from "../../import/wxr-file.ts";

describe("texts of an export of WordPress", () => {
  const { open, clear } = createExports();
  afterEach(clear);

  const descriptionsOf = async (...parts: readonly string[]): Promise<readonly unknown[]> => {
    const source = await open(anExport({ parts }));
    const texts: unknown[] = [];
    for await (const { records } of source.read("events"))
      texts.push(...records.map(({ record }) => record.text("description")));
    return texts;
  };

  it("makes figures of captions and galleries, and adds no paragraphs within blocks", async () => {
    const attachment = (id: number, more: object = {}) =>
      anItem({
        type: "attachment",
        id,
        elements: { "wp:attachment_url": `https://old.example/up/a${id}.jpg`, ...more },
      });
    const text = (content: string) => ({ elements: { "content:encoded": content } });
    const descriptions = await descriptionsOf(
      anEventItem(
        1,
        text(
          '[caption id="attachment_5" align="alignleft"]<img src="https://old.example/up/a5.jpg" /> A <em>quay</em>[/caption]\n\nText.',
        ),
      ),
      anEventItem(2, text('A\n\n[gallery columns="2" ids="5,6,99"]')),
      anEventItem(3, text("[gallery]")),
      anEventItem(
        4,
        text(
          '<!-- wp:quote -->\n<blockquote class="wp-block-quote"><cite>Me</cite></blockquote>\n<!-- /wp:quote -->',
        ),
      ),
      ...[attachment(5), attachment(6), attachment(7, { "wp:post_parent": "3" })],
    );
    const image = (id: number): string =>
      `<figure class="gallery-item"><img src="https://old.example/up/a${id}.jpg" alt="" /></figure>`;
    expect(descriptions).to.deep.equal([
      '<figure class="wp-caption alignleft"><img src="https://old.example/up/a5.jpg" /><figcaption class="wp-caption-text">A <em>quay</em></figcaption></figure>\n<p>Text.</p>',
      `<p>A</p>\n<div class="gallery">${image(5)}${image(6)}</div>`,
      `<div class="gallery">${image(7)}</div>`,
      '<blockquote class="wp-block-quote"><cite>Me</cite></blockquote>',
    ]);
  });
});
