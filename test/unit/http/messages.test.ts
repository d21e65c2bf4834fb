import { CATALOGUES, DESCRIPTIONS, en, LANGUAGES, TRANSLATIONS } from "@kalends/http/internals";
import { expect } from "chai";

/** English texts by what they are translated by. */
const ENGLISH: ReadonlyMap<string, string> = new Map([
  ...Object.entries(en.errors),
  ...Object.entries(en.explanations),
  ...Object.entries(en.problems),
  ...DESCRIPTIONS.map((sentence) => [sentence, sentence] as const),
]);

const textsOf = (language: keyof typeof TRANSLATIONS): ReadonlyMap<string, string> => {
  const { errors, explanations, problems, descriptions } = TRANSLATIONS[language];
  return new Map(Object.entries({ ...errors, ...explanations, ...problems, ...descriptions }));
};

const all = (text: string, pattern: RegExp): readonly string[] => (text.match(pattern) ?? []).sort();

for (const language of ["fr", "es", "de"] as const) {
  describe(`texts in ${language}`, () => {
    const texts = textsOf(language);

    it("are there for every English one", () => {
      expect([...ENGLISH.keys()].filter((key) => !texts.get(key))).to.deep.equal([]);
      expect(TRANSLATIONS[language].free).not.to.equal("");
    });

    it("mention the same values, names and code", () => {
      for (const [key, text] of texts) {
        const english = ENGLISH.get(key) ?? "";
        for (const pattern of [/\{\w+\}/g, /`[^`]*`/g, /\b[a-z]+_[a-z_]+\b/g, /^#+ /g]) {
          expect(all(text, pattern), text).to.deep.equal(all(english, pattern));
        }
      }
    });

    it("are not the English ones", () => {
      const same = [...texts].filter(([key, text]) => text === ENGLISH.get(key)).map(([key]) => key);
      // What is the same word in German.
      expect(same).to.deep.equal(language === "de" ? ["## Caching", "Links."] : []);
    });
  });
}

describe("French texts", () => {
  it("have narrow no-break spaces before high punctuation, and no straight apostrophes", () => {
    for (const text of textsOf("fr").values()) {
      const prose = text.replace(/`[^`]*`|https:\S+|\d\d:\d\d(?::\d\d)?|UTC\+5:30|FREQ=\S+/g, "");
      expect(prose).not.to.match(/[^\u202f#][:;?!»]|'/u);
    }
  });
});

describe("languages", () => {
  it("have a catalogue each, which lacks no message", () => {
    expect(Object.keys(CATALOGUES)).to.have.members(LANGUAGES);
    for (const { errors, explanations, problems } of Object.values(CATALOGUES)) {
      expect(errors).to.have.all.keys(en.errors);
      expect(explanations).to.have.all.keys(en.explanations);
      expect(problems).to.have.all.keys(en.problems);
    }
  });
});
