import { toOldPath } from "@kalends/core";
import { expect } from "chai";

describe("old paths", () => {
  it("have one spelling", () => {
    const rows = {
      "/event/a/": "/event/a",
      "event//a": "/event/a",
      "/event/%E3%81%93/": "/event/%E3%81%93",
      "/event/%e3%81%93": "/event/%E3%81%93",
      "/event/こ": "/event/%E3%81%93",
      "/event/a%2Fb": "/event/a%2Fb",
      "/event/100%": "/event/100%",
      "/event/%FF/": "/event/%FF",
      "/?post_type=tribe_events&p=7#top": "/?post_type=tribe_events&p=7",
      "/event/a/?": "/event/a",
      "": "/",
      "/": "/",
    };
    for (const [path, expected] of Object.entries(rows)) expect(toOldPath(path), path).to.equal(expected);
  });

  it("stay as they are the second time", () => {
    for (const path of ["/a/%25%2F/", "/%C3%BC b/?x=%c3#y", "/\ud800/", "/%3Fa/%23"])
      expect(toOldPath(toOldPath(path))).to.equal(toOldPath(path));
  });
});
