import { readProperties } from "@kalends/icalendar/internals";
import { expect } from "chai";

const NAMES = new Set(["SUMMARY", "CATEGORIES", "URL", "ORGANIZER", "X-NOTE", "LAST-MODIFIED"]);

const read = (line: string) => readProperties([line], NAMES).values().next().value?.[0];

describe("a property of a calendar", () => {
  const VALUES: readonly (readonly [line: string, ...values: readonly string[]])[] = [
    ["SUMMARY:Tea\\, cake\\; and\\nmusic", "Tea, cake; and\nmusic"],
    ['SUMMARY:\\"Tea\\" 7\\:30 a\\/b \\d \\\\n', '"Tea" 7:30 a/b \\d \\n'],
    ["CATEGORIES:Food\\, drink,Music,50% off", "Food, drink", "Music", "50% off"],
    ["URL:https:\\/\\/a.example/x\\,y", "https://a.example/x\\,y"],
    ["X-NOTE:a\\,b,c", "a,b,c"],
    ["X-NOTE;VALUE=URI:a\\,b", "a\\,b"],
    ["summary;language=en: Tea", " Tea"],
    // Invalid lines that some programs write.
    ["SUMMARY ; LANGUAGE = en:Tea", "Tea"],
    ["SUMMARY;X_LANG=en:Tea", "Tea"],
    ["SUMMARY;ENCODED;:Tea", "Tea"],
    ['SUMMARY;LANGUAGE="en:Tea', "Tea"],
    ['X-NOTE;FMTTYPE="text/html":<p class="a">1 = 1;</p>', '<p class="a">1 = 1;</p>'],
  ];
  for (const [line, ...values] of VALUES)
    it(`has of ${line} the values ${values.join(" | ")}`, () => {
      expect(read(line)?.values).to.deep.equal(values);
    });

  const NAMED: readonly (readonly [line: string, name: string])[] = [
    ['ORGANIZER;CN="Doe, Jane: Events";X-EMAIL=a@b.example:mailto:c@d.example', "Doe, Jane: Events"],
    ["ORGANIZER;CN=Doe, Jane:mailto:c@d.example", "Doe, Jane"],
    ["ORGANIZER;CN=Doe\\, Jane:mailto:c@d.example", "Doe, Jane"],
    ["ORGANIZER;CN=The ^'Quay^' ^^ Co^n:mailto:c@d.example", 'The "Quay" ^ Co\n'],
    ['ORGANIZER;CN=Open Air \\"Quay: East\\":mailto:c@d.example', 'Open Air "Quay: East"'],
    ["ORGANIZER;CN=Society\\; 2014\\: East:mailto:c@d.example", "Society; 2014: East"],
    ['ORGANIZER;X-COMMENT="I "can" come";CN="Doe":mailto:c@d.example', "Doe"],
    ['ORGANIZER;CN="The "Quay" Co":mailto:c@d.example', 'The "Quay" Co'],
    ['ORGANIZER;MEMBER="mailto:a@b.example","mailto:c:d";CN=Doe:mailto:c@d.example', "Doe"],
    ['ORGANIZER;CN="Doe","Roe":mailto:c@d.example', "Doe"],
    ["ORGANIZER; CN = Doe ;X-HANDLE=abc==:mailto:c@d.example", "Doe"],
  ];
  for (const [line, name] of NAMED)
    it(`has of ${line} the parameter CN`, () => {
      expect(read(line)?.parameters.get("CN")).to.equal(name);
      expect(read(line)?.values).to.deep.equal(["mailto:c@d.example"]);
    });

  it("is none without a colon, or with more of a name", () => {
    const malformed: string[] = [];
    for (const line of ["SUMMARY Tea", "SUMMARY;X=a", "SUMMARY_X:Tea"])
      readProperties([line], NAMES, (name) => malformed.push(name));
    expect(malformed).to.deep.equal(["SUMMARY", "SUMMARY", "SUMMARY"]);
  });
});
