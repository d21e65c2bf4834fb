import { shortcodesIn } from "@kalends/import";
import { expect } from "chai";

describe("shortcodes", () => {
  it("are told from words in brackets", () => {
    const rows: Readonly<Record<string, readonly string[]>> = {
      "": [],
      "no [sic] [1] [ok] [a b]": [],
      '[gallery ids="1,2"] and [Gallery]': ["gallery"],
      "[tribe_events]": ["tribe_events"],
      "[tribe_events/] [my-box size=3]x[/my-box]": ["tribe_events", "my-box"],
      "[box]text[/box]": ["box"],
      "[[gallery]] [/end] [gallery": [],
      '<a href="?a[b_c]=1">x</a>': ["b_c"],
    };
    for (const [text, names] of Object.entries(rows)) expect(shortcodesIn(text), text).to.eql(names);
  });

  it("take time in proportion to the length", () => {
    for (const piece of ["[", "[a ", "[a]", "[/", "[gallery a=[", "[a="])
      expect(shortcodesIn(piece.repeat(50_000)).length).to.be.below(2);
  }).timeout(5_000);
});
