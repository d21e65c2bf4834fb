import { CATALOGUES, LANGUAGES, type Language } from "@kalends/http/internals";
import { expect } from "chai";

/** Returns all texts of a language by name, such as `errors.rest_forbidden`. */
const textsOf = (language: Language): ReadonlyMap<string, string> => {
  const { free, asJson, errors, explanations, problems, descriptions } = CATALOGUES[language];
  const sections = Object.entries({ errors, explanations, problems, descriptions });
  return new Map([
    ["free", free],
    ["asJson", asJson],
    ...sections.flatMap(([section, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${section}.${name}`, text] as const),
    ),
  ]);
};

const ENGLISH = textsOf("en");

const all = (text: string, pattern: RegExp): readonly string[] => (text.match(pattern) ?? []).sort();

describe("texts in English", () => {
  it("have names with a dot where they are descriptions, so that no sentence of a plugin is one", () => {
    for (const name of Object.keys(CATALOGUES.en.descriptions))
      expect(name).to.match(/^[a-z]\w*(\.[\w-]+)+$/);
  });

  it("are each there once", () => {
    const texts = Object.values(CATALOGUES.en.descriptions);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).to.deep.equal([]);
  });
});

for (const language of ["fr", "es", "de"] as const) {
  describe(`texts in ${language}`, () => {
    const texts = textsOf(language);

    it("mention the same names and code", () => {
      for (const [name, text] of texts) {
        const english = ENGLISH.get(name) ?? "";
        for (const pattern of [/`[^`]*`/g, /\b[a-z]+_[a-z_]+\b/g, /^#+ /g]) {
          expect(all(text, pattern), text).to.deep.equal(all(english, pattern));
        }
      }
    });

    it("are not the English ones", () => {
      const same = [...texts].filter(([name, text]) => text === ENGLISH.get(name)).map(([, text]) => text);
      // These texts are the same in German and English.
      expect(same).to.deep.equal(language === "de" ? ["## Caching", "Links."] : []);
    });
  });
}

describe("languages", () => {
  it("have a catalogue each", () => {
    expect(Object.keys(CATALOGUES)).to.have.members(LANGUAGES);
  });
});
