import { plugin } from "@kalends/icalendar";
import { expect } from "chai";

describe("the plugin icalendar", () => {
  it("is a plugin of this name", () => {
    expect(plugin().name).to.equal("icalendar");
  });
});
