import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, SUBSCRIBER } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { openCalendar, refusal } from "./calendar.ts";

describe("the rights to create an event", () => {
  const calendar = ofEachTest(openCalendar);

  it("are those to edit", async () => {
    for (const by of [ANONYMOUS, SUBSCRIBER]) {
      expect(await refusal(calendar.createEvent({}, by))).to.deep.equal({ code: "rest_forbidden" });
    }
    expect((await calendar.createEvent({}, AUTHOR)).event.author).to.equal(3);
  });

  it("let everybody who may create it set its flags", async () => {
    const flags = {
      show_map: true,
      show_map_link: true,
      hide_from_listings: true,
      sticky: true,
      featured: true,
    };
    for (const by of [AUTHOR, CONTRIBUTOR]) {
      expect((await calendar.createEvent(flags, by)).event).to.include({
        showMap: true,
        showMapLink: true,
        hideFromListings: true,
        sticky: true,
        featured: true,
      });
    }
  });

  it("are asked for after the parameters", async () => {
    expect((await refusal(calendar.createEvent({ title: "" }, ANONYMOUS))).code).to.equal(
      "rest_invalid_param",
    );
  });

  it("let editors name another author, others only themselves", async () => {
    expect((await calendar.createEvent({ author: "3" }, ADMIN)).event.author).to.equal(3);
    expect((await calendar.createEvent({ author: 3 }, AUTHOR)).event.author).to.equal(3);
    expect(await refusal(calendar.createEvent({ author: 1 }, AUTHOR))).to.deep.equal({
      code: "rest_cannot_edit_others",
    });
  });

  const scaled: readonly (readonly [string | undefined, publisher: string, other: string])[] = [
    [undefined, "publish", "draft"],
    ["publish", "publish", "pending"],
    ["future", "publish", "pending"],
    ["draft", "draft", "draft"],
    ["pending", "pending", "pending"],
    ["private", "private", "pending"],
  ];
  for (const [status, publisher, other] of scaled) {
    it(`make of status ${status}: ${publisher} for publishers, ${other} for others`, async () => {
      const body = status === undefined ? {} : { status };
      expect((await calendar.createEvent(body, AUTHOR)).event.status).to.equal(publisher);
      expect((await calendar.createEvent(body, CONTRIBUTOR)).event.status).to.equal(other);
    });
  }
});
