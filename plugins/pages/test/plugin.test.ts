import { plugin } from "@kalends/pages";
import { expect } from "chai";

describe("the plugin pages", () => {
  it("is a plugin of this name", () => {
    expect(plugin().name).to.equal("pages");
  });
});
