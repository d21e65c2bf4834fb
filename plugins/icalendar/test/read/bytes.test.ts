import { createDecodeLine, splitComponents } from "@kalends/icalendar/internals";
import { expect } from "chai";
import { calendar, event, portions, read, split, toBytes } from "./reading.ts";

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("the bytes of a calendar", () => {
  const lines: readonly (readonly [
    name: string,
    bytes: Uint8Array,
    charset: string | undefined,
    text: string,
  ])[] = [
    ["UTF-8, whatever a server says", toBytes("SUMMARY:Café €"), "iso-8859-1", "SUMMARY:Café €"],
    ["Windows-1252", bytesOf("SUMMARY:\x93Caf\xe9\x94 \x96 5 \x80"), undefined, "SUMMARY:“Café” – 5 €"],
    ["what is called Latin-1", bytesOf("SUMMARY:\x93Caf\xe9\x94"), "iso-8859-1", "SUMMARY:“Café”"],
    [
      "Windows-1250",
      bytesOf("SUMMARY:\x8elu\x9dou\xe8k\xfd k\xf9\xf2"),
      "windows-1250",
      "SUMMARY:Žluťoučký kůň",
    ],
    ["Japanese", bytesOf("SUMMARY:\x83W\x83\x83\x83Y"), "shift_jis", "SUMMARY:ジャズ"],
    [
      "what its property says",
      bytesOf("SUMMARY;CHARSET=windows-1250:k\xf9\xf2"),
      undefined,
      "SUMMARY;CHARSET=windows-1250:kůň",
    ],
    ["an encoding that nobody knows", bytesOf("SUMMARY:Caf\xe9"), "x-own", "SUMMARY:Café"],
    [
      "UTF-8 but for one byte",
      Buffer.concat([toBytes("SUMMARY:Žluťoučký kůň "), bytesOf("\x93"), toBytes(" Café")]),
      undefined,
      "SUMMARY:Žluťoučký kůň “ Café",
    ],
    ["control characters", toBytes("SUMMARY:a\u0093b\u0007c\td"), undefined, "SUMMARY:abc\td"],
  ];
  for (const [name, bytes, charset, text] of lines)
    it(`are decoded: ${name}`, () => {
      expect(createDecodeLine(charset)(bytes)).to.equal(text);
    });

  const summary = async (...properties: readonly string[]) => {
    const [found] = await read(
      calendar(
        ["BEGIN:VEVENT", "UID:a", "DTSTART:20310506T200000Z", ...properties, "END:VEVENT"].join("\r\n"),
      ),
    );
    return { title: found?.values.title, description: found?.values.description, notes: found?.notes };
  };

  it("may be in UTF-16", async () => {
    const text = calendar(event("DTSTART:20310506T200000Z"));
    const { events } = await splitComponents(
      portions(Buffer.from(`\ufeff${text}`, "utf16le"), 101),
      async () => {},
    );
    expect(events[0]?.lines).to.include("SUMMARY:Jazz");
  });

  for (const end of ["\r", "\n", "\r\n", "\r\r\n"])
    it(`may end lines with ${JSON.stringify(end)}, folded ones too`, async () => {
      const text = calendar(event("DESCRIPTION:One\r\n  two", "DTSTART:20310506T200000Z")).replaceAll(
        "\r\n",
        end,
      );
      for (const size of [1, 7, 5_000]) {
        const { events } = await splitComponents(portions(toBytes(text), size), async () => {});
        expect(events[0]?.lines).to.include("DESCRIPTION:One two");
      }
    });

  it("are quoted in values of vCalendar 1.0", async () => {
    expect(
      await summary(
        "SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Interview:=20Kal=C3=A9",
        "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:first part=",
        "second part=0D=0Aand more",
      ),
    ).to.deep.equal({
      title: "Interview: Kalé",
      description: "<p>first partsecond part<br>and more</p>",
      notes: [],
    });
    expect((await summary("SUMMARY;CHARSET=windows-1250;QUOTED-PRINTABLE:k=F9=F2")).title).to.equal("kůň");
    // The value continues on the next line, which is missing.
    expect((await summary("SUMMARY;QUOTED-PRINTABLE:Cut=")).title).to.equal("Cut");
  });

  // The test takes minutes if the reader scans the value again for each character or line.
  for (const [what, long] of [
    ["that are one word", "A".repeat(500_000)],
    ["that are quoted again and again", `SUMMARY${";QUOTED-PRINTABLE;".repeat(28_000)}`],
    ["that continue again and again", `DESCRIPTION;QUOTED-PRINTABLE:x=\r\n${"y=\r\n".repeat(400_000)}z`],
    ["that are in a zone of blanks", `DTSTART;TZID=a${" ".repeat(8_000)}b:20310506T200000`],
    ["that name a zone of blanks", `X-WR-TIMEZONE:a${" ".repeat(400_000)}b`],
  ] as const)
    it(`are read in one go, ${what}`, async function () {
      this.timeout(10_000);
      expect((await read(calendar(event(long, "DTSTART:20310506T200000Z"))))[0]?.values.title).to.equal(
        "Jazz",
      );
    });

  it("end a quoted value that is too long, and begin another", async () => {
    const soft = `${"y".repeat(99_999)}=\r\n`;
    const long = `DESCRIPTION;QUOTED-PRINTABLE:${soft.repeat(6)}LOCATION:Hall`;
    const { events } = await split(calendar(event(long, "LOCATION:Mill", "DTSTART:20310506T200000Z")));
    const found = events[0]?.lines.map((line) => `${line.slice(0, 20)} ${line.length}`);
    expect(found).to.include.members(["LOCATION:Hall 13", "LOCATION:Mill 13"]);
  });

  it("have blanks where vCalendar 1.0 folds", async () => {
    const text = calendar(event("DESCRIPTION:One\r\n two", "DTSTART:20310506T200000Z"));
    const descriptionIn = async (version: string) =>
      (await read(text.replace("VERSION:2.0", version)))[0]?.values.description;
    expect(await descriptionIn("VERSION:1.0")).to.equal("<p>One two</p>");
    expect(await descriptionIn("VERSION:2.0")).to.equal("<p>Onetwo</p>");
  });

  it("that are no property are noted as lost", async () => {
    const { title, notes } = await summary("SUMMARY:First", "and second line");
    expect([title, notes?.length]).to.deep.equal(["First", 1]);
    expect(notes?.join()).to.match(/^Part of a text was lost/);
  });
});
