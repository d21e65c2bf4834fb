import { expect } from "chai";
import { readOne } from "./reading.ts";

const AT = "DTSTART:20310506T203000Z";
const GOOGLE = "X-GOOGLE-CONFERENCE:https://meet.example/abc";
const VIDEO = "CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://video.example/x?a=1&b=2";
const TEAMS = "X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example/q";

describe("links to conferences", () => {
  it("become the website, and lines of the description where there are several", async () => {
    const { values } = await readOne(AT, "LOCATION:", GOOGLE, VIDEO, TEAMS);
    expect(values.website).to.equal("https://meet.example/abc");
    expect(values.description).to.include('href="https://video.example/x?a=1&amp;b=2"');
    expect(values.description).to.include("https://teams.example/q");
    expect(values.description).not.to.include("meet.example");
  });

  it("leave the website that is there, and are not repeated in a description that has them", async () => {
    const { values } = await readOne(
      AT,
      "URL:https://site.example/",
      GOOGLE,
      "DESCRIPTION:Join https://meet.example/abc",
    );
    expect(values.website).to.equal("https://site.example/");
    expect(values.description).to.equal("<p>Join https://meet.example/abc</p>");
  });

  it("count only as addresses of the web", async () => {
    const { values, notes } = await readOne(
      AT,
      "CONFERENCE;VALUE=URI:tel:+39-06",
      "X-GOOGLE-CONFERENCE:javascript:x",
    );
    expect(values.website).to.equal(undefined);
    expect(values.description).to.equal("");
    expect(notes).to.deep.equal([]);
  });
});
