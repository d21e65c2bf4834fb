import { usageChange } from "@kalends/core/storage";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";

describe("the change of the usage of terms", () => {
  const old = anEvent({ id: 1, status: "publish", categoryIds: [1, 2], tagIds: [3] });

  it("is nothing when neither the terms nor the status change", () => {
    const { lost, gained } = usageChange({ ...old, categoryIds: [2, 1] }, old);
    expect([lost.ids, gained.ids]).to.deep.equal([[], []]);
  });

  it("is each term once for a new event", () => {
    const { lost, gained } = usageChange({ ...old, tagIds: [3, 1] }, undefined);
    expect(lost.ids).to.deep.equal([]);
    expect(gained).to.deep.equal({ status: "publish", ids: [1, 2, 3] });
  });

  it("is the difference where the status stays, and everything where it does not", () => {
    expect(usageChange({ ...old, categoryIds: [2, 4] }, old)).to.deep.equal({
      lost: { status: "publish", ids: [1] },
      gained: { status: "publish", ids: [4] },
    });
    expect(usageChange({ ...old, status: "draft", categoryIds: [2] }, old)).to.deep.equal({
      lost: { status: "publish", ids: [1, 2, 3] },
      gained: { status: "draft", ids: [2, 3] },
    });
  });

  it("counts events that are hidden from listings for no status", () => {
    expect(usageChange({ ...old, hideFromListings: true }, old)).to.deep.equal({
      lost: { status: "publish", ids: [1, 2, 3] },
      gained: { status: undefined, ids: [1, 2, 3] },
    });
  });
});
