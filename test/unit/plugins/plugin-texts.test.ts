import { type PluginTexts, translationsOf } from "@kalends/core/interface";
import { englishOf } from "@kalends/core/plugin";
import { expect } from "chai";

const TEXTS: PluginTexts = {
  en: { hello: "Hello.", bye: "Bye." },
  fr: { hello: "Bonjour." },
};

describe("texts of a plugin", () => {
  it("are found in English by their names, and by no other", () => {
    const english = englishOf(TEXTS);
    expect(english("hello")).to.equal("Hello.");
    for (const name of ["helo", "Hello.", "constructor"]) {
      expect(() => english(name)).to.throw(`No text is named "${name}".`);
    }
  });

  it("are translated by their English", () => {
    expect([...translationsOf(TEXTS, "fr")]).to.deep.equal([["Hello.", "Bonjour."]]);
    expect([...translationsOf(TEXTS, "es")]).to.deep.equal([]);
  });
});
