import { anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, AUTHOR, CONTRIBUTOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { invalid, openCalendar, refusal } from "./calendar.ts";

const ADDRESS = "https://media.example/a.jpg";

describe("the image of an event", () => {
  const calendar = ofEachTest(openCalendar);
  beforeEach(async () => {
    await calendar.store.ids.reserve("record", 100);
    await calendar.store.images.save(anImage({ id: 50, url: ADDRESS }));
    await calendar.store.images.save(anImage({ id: 51 }));
  });

  it("is a stored one by its id, for everybody who may write", async () => {
    for (const by of [ADMIN, CONTRIBUTOR]) {
      expect((await calendar.createEvent({ image: "50" }, by)).image?.id).to.equal(50);
    }
  });

  it("is a known one by its address, for those who may upload", async () => {
    expect((await calendar.createEvent({ image: ADDRESS }, AUTHOR)).image?.id).to.equal(50);
    expect(await refusal(calendar.createEvent({ image: ADDRESS }, CONTRIBUTOR))).to.deep.equal(
      invalid({ image: "upload-not-allowed" }),
    );
  });

  it("is refused when there is none, or as anything but text", async () => {
    const { event } = await calendar.createEvent();
    for (const image of ["999", String(event.id), "nonsense"]) {
      expect(await refusal(calendar.createEvent({ image }))).to.deep.equal(
        invalid({ image: "unknown-image" }),
      );
    }
    for (const image of [50, false, null, ["50"]]) {
      expect((await refusal(calendar.createEvent({ image }))).code).to.equal("rest_invalid_param");
    }
  });

  it("stays, is replaced or taken off", async () => {
    const { event } = await calendar.createEvent({ image: "50" });
    expect((await calendar.update(event.id, { title: "Other" })).image?.id).to.equal(50);
    expect((await calendar.update(event.id, { image: "51" })).image?.id).to.equal(51);
    expect(await calendar.update(event.id, { image: "" })).to.not.have.property("image");
  });

  it("is left out when it is gone", async () => {
    const { event } = await calendar.createEvent({ image: "50" });
    await calendar.store.images.remove(50);
    expect(await calendar.get(event.id)).to.not.have.property("image");
  });
});
