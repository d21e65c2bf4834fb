import type { EventView, Image } from "@kalends/core/plugin";
import { toStructuredEvent } from "@kalends/pages/internals";
import { expect } from "chai";
import type { Event as SchemaEvent } from "schema-dts";
import { anEventView } from "./event-fixtures.ts";
import { FAKE_PRESENTER, fakeRequest, SITE } from "./fake-request.ts";
import { calendarOf, pageAt, respondTo } from "./respond-to.ts";

const IMAGE: Image = {
  id: 9,
  author: 1,
  url: "2031/03/a.png",
  mimeType: "image/png",
  width: 400,
  height: 300,
  sizes: {},
  createdUtc: "2031-03-01 00:00:00",
};
const URL = `${SITE}/wp-json/media/2031/03/a.png`;

const viewWith = (details: Partial<Image>): EventView => ({
  ...anEventView(),
  image: { ...IMAGE, ...details },
});
const listWith = (details: Partial<Image>): Promise<string> =>
  pageAt("/events/list/", calendarOf([viewWith(details)]));

describe("images on pages", () => {
  // rules/images.md#image-texts
  it("have their credit and license beneath, escaped, and a link if the license is an address", async () => {
    const cases: readonly (readonly [Partial<Image>, string | undefined])[] = [
      [{}, undefined],
      [{ credit: "Ada & Co." }, "Ada &amp; Co."],
      [{ license: "CC BY 4.0" }, "CC BY 4.0"],
      [
        { credit: "Ada", license: "https://example.org/by/4.0/?a=1&b=2" },
        'Ada, <a href="https://example.org/by/4.0/?a=1&amp;b=2" rel="license">example.org/by/4.0/?a=1&amp;b=2</a>',
      ],
      [{ license: "javascript:alert(1)" }, "javascript:alert(1)"],
      [{ license: "https://cc.example@evil.example/" }, "https://cc.example@evil.example/"],
      [
        { license: 'https://x.example/" onclick="alert(1)' },
        "https://x.example/&quot; onclick=&quot;alert(1)",
      ],
      [{ credit: "&lt;script>alert(1)" }, "&lt;script&gt;alert(1)"],
    ];
    for (const [details, caption] of cases) {
      const page = await listWith(details);
      const found = /<figcaption>(.*?)<\/figcaption>/.exec(page)?.[1];
      expect(found, JSON.stringify(details)).to.equal(caption);
      expect(page).to.include(`src="${URL}"`);
    }
  });

  // rules/images.md#focal-point
  it("keep their focal point in view by classes of the style sheet, in steps of 5 %", async () => {
    for (const [focalPoint, classes] of [
      [{ x: 0, y: 1 }, "focus fx0 fy100"],
      [{ x: 0.524, y: 0.526 }, "focus fx50 fy55"],
    ] as const) {
      const page = await listWith({ focalPoint });
      expect(page).to.include(`<img class="${classes}"`).and.not.include("style=");
      const path = /\/events\/assets\/\w+\.css/.exec(page)?.[0] ?? "";
      const style = await respondTo(fakeRequest(path));
      for (const name of classes.split(" "))
        expect(style).to.have.property("text").that.includes(`.${name} {`);
    }
    expect(await listWith({})).not.to.include("focus fx");
  });

  it("are objects with credit and license in structured data", () => {
    const imageOf = (details: Partial<Image>): SchemaEvent["image"] =>
      toStructuredEvent(viewWith(details), { ...FAKE_PRESENTER, structured: () => ({}) }, ".").image as never;
    expect(imageOf({})).to.deep.equal([URL]);
    expect(imageOf({ license: "CC BY" })).to.deep.equal([URL]);
    expect(imageOf({ license: "https://cc.example@evil.example/" })).to.deep.equal([URL]);
    expect(imageOf({ credit: "Ada", license: "https://example.org/by" })).to.deep.equal([
      { "@type": "ImageObject", contentUrl: URL, creditText: "Ada", license: "https://example.org/by" },
    ]);
  });
});
