import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { textsOf } from "@kalends/element/internals";
import { LANGUAGES } from "@kalends/http";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const WORKSPACES: readonly string[] = ["packages", "plugins"].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
);

type Texts = { readonly [name: string]: string | Texts };

/** Returns the texts by name. A text in a section has the name `section/name`. */
const flatten = (texts: Texts, section = ""): readonly (readonly [name: string, text: string])[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === "string" ? [[section + name, text] as const] : flatten(text, `${section}${name}/`),
  );

const PLURAL_FORMS: ReadonlySet<string> = new Set(["one", "other"]);

const placeholders = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort();

const CODE = /`[^`]*`/g;

/**
 * Returns straight apostrophes, and French punctuation without the required space before it. The space is
 * narrow, except before a colon.
 */
const misplacedMarks = (text: string): readonly string[] =>
  text
    .replace(CODE, "")
    .match(/(?<!\u202F)[;!?](?=\s|$)|(?<!\u00A0):(?=\s|$)|«(?!\u00A0)|(?<!\u00A0)»|(?<=\p{L})'/gu) ?? [];

describe("the texts of", () => {
  const withTexts = WORKSPACES.filter((workspace) => existsSync(join(ROOT, workspace, "locales")));

  it("the interface are in JSON", () => {
    expect(withTexts).to.include.members(["packages/http"]);
  });

  for (const workspace of withTexts) {
    describe(workspace, () => {
      const read = (language: string): ReadonlyMap<string, string> =>
        new Map(
          flatten(JSON.parse(readFileSync(join(ROOT, workspace, "locales", `${language}.json`), "utf8"))),
        );
      const english = read("en");

      it("are in every language, and in what is published", () => {
        const files = readdirSync(join(ROOT, workspace, "locales"));
        expect(files).to.have.members(LANGUAGES.map((language) => `${language}.json`));
        const { files: published } = JSON.parse(readFileSync(join(ROOT, workspace, "package.json"), "utf8"));
        expect(published).to.include("locales");
      });

      for (const language of LANGUAGES) {
        it(`have the same names and placeholders in ${language}, and are not empty`, () => {
          const texts = read(language);
          expect([...texts.keys()]).to.deep.equal([...english.keys()]);
          for (const [name, text] of texts) {
            expect(text, name).to.not.equal("");
            expect(placeholders(text), name).to.deep.equal(placeholders(english.get(name) ?? ""));
          }
        });
      }

      it("have the spaces and apostrophes that French wants", () => {
        const misplaced = [...read("fr")].filter(([, text]) => misplacedMarks(text).length > 0);
        expect(misplaced).to.deep.equal([]);
      });

      // Texts of the API are in its document, which the tests of generated files check.
      if (workspace.startsWith("plugins/")) {
        it("are all used by their names", () => {
          const sources = readdirSync(join(ROOT, workspace, "src"), { recursive: true, encoding: "utf8" })
            .filter((file) => file.endsWith(".ts"))
            .map((file) => readFileSync(join(ROOT, workspace, "src", file), "utf8"))
            .join("\n");
          const isUsed = (name: string): boolean => {
            const [section, ...members] = name.split("/");
            if (members.length === 0) return sources.includes(`"${section}"`);
            return members.every((member) => PLURAL_FORMS.has(member) || sources.includes(member));
          };
          const unused = [...english.keys()].filter((name) => !isUsed(name));
          expect(unused).to.deep.equal([]);
        });
      }
    });
  }

  // The texts of the element are modules and not JSON, so the compiler compares their names.
  describe("the element", () => {
    for (const language of LANGUAGES) {
      it(`have the same placeholders in ${language}, and are not empty`, () => {
        const english = new Map(Object.entries(textsOf("en")));
        for (const [name, text] of Object.entries(textsOf(language))) {
          expect(text, name).to.not.equal("");
          expect(placeholders(text), name).to.deep.equal(placeholders(english.get(name) ?? ""));
        }
      });
    }

    it("have the spaces and apostrophes that French wants", () => {
      const misplaced = Object.entries(textsOf("fr")).filter(([, text]) => misplacedMarks(text).length > 0);
      expect(misplaced).to.deep.equal([]);
    });
  });
});
