import { type CalendarApi, CalendarError } from "@kalends/core/plugin";
import { createImportImages, POSTPONED_IMAGE } from "@kalends/icalendar/internals";
import { expect } from "chai";

/** Creates a group with only those members that `fetch` uses. */
const groupWith = (...images: readonly string[]): never =>
  ({
    uid: "a",
    name: "A",
    changed: images.map((image) => ({ values: { title: "A", image }, notes: [] })),
  }) as never;

describe("the images of an import", () => {
  const requests: string[] = [];
  const fetchImage = async (address: string): Promise<never> => {
    requests.push(address);
    const refusal = /slow/.test(address) ? "image-too-slow" : "not-an-image";
    if (/busy/.test(address)) throw new CalendarError("rest_storage_unavailable");
    if (/fails/.test(address)) throw new Error("broken");
    if (/good/.test(address)) return undefined as never;
    throw new CalendarError("rest_invalid_param", { problems: { address: { reason: refusal } } });
  };
  const create = () =>
    createImportImages({ api: { images: { fetch: fetchImage } } as unknown as CalendarApi }, () => true);
  beforeEach(() => requests.splice(0));

  it("of a host that was too slow once are left, those of others are not", async () => {
    const images = create();
    const { group, hasPostponedImage: isOneLeft } = await images.fetch(
      groupWith("https://slow.example/1", "https://slow.example/2", "https://good.example/3"),
    );
    expect(requests).to.deep.equal(["https://slow.example/1", "https://good.example/3"]);
    expect(group).to.deep.equal(
      Object.assign(groupWith() as object, {
        changed: [
          { values: { title: "A" }, notes: [POSTPONED_IMAGE] },
          { values: { title: "A" }, notes: [POSTPONED_IMAGE] },
          { values: { title: "A", image: "https://good.example/3" }, notes: [] },
        ],
      }),
    );
    expect([isOneLeft, images.hasPostponed()]).to.deep.equal([true, true]);
  });

  it("that are refused are left out for good, and requested once", async () => {
    const images = create();
    const group = groupWith("https://bad.example/1", "https://bad.example/1");
    const fetched = await images.fetch(group);
    expect(fetched.group).to.deep.include({
      changed: Array.from({ length: 2 }, () => ({
        values: { title: "A" },
        notes: ["image was not imported, or only in part: not an image."],
      })),
    });
    expect([fetched.hasPostponedImage, images.hasPostponed(), requests.length]).to.deep.equal([
      false,
      false,
      1,
    ]);
  });

  it("are left while the calendar is too busy for them, and what is broken is an error", async () => {
    expect((await create().fetch(groupWith("https://busy.example/1"))).hasPostponedImage).to.equal(true);
    const failure = await create()
      .fetch(groupWith("https://fails.example/1"))
      .catch((error: Error) => error.message);
    expect(failure).to.equal("broken");
  });
});
