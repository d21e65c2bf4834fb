import { createStreamPlaces } from "@kalends/http/internals";
import { expect } from "chai";

describe("places for streams", () => {
  it("are no more than there are, and can be given back", () => {
    const places = createStreamPlaces(2);
    const first = places.take("a", () => undefined);
    expect(first).to.be.a("function");
    expect(places.take("a", () => undefined)).to.be.a("function");
    expect(places.take("a", () => undefined)).to.equal(undefined);
    first?.();
    first?.();
    expect(places.take("a", () => undefined)).to.be.a("function");
    expect(places.take("a", () => undefined)).to.equal(undefined);
  });

  it("are shared fairly: the oldest of who has most makes room for who has fewer", () => {
    const places = createStreamPlaces(4);
    const displaced: string[] = [];
    const take = (caller: string, name: string): boolean =>
      places.take(caller, () => displaced.push(name)) !== undefined;
    for (const name of ["a1", "a2", "a3", "a4"]) expect(take("a", name)).to.equal(true);
    expect(take("b", "b1")).to.equal(true);
    expect(take("b", "b2")).to.equal(true);
    expect(displaced).to.deep.equal(["a1", "a2"]);
    // Both clients have two places.
    expect(take("b", "b3")).to.equal(false);
    expect(take("a", "a5")).to.equal(false);
    expect(take("c", "c1")).to.equal(true);
    expect(displaced).to.deep.equal(["a1", "a2", "a3"]);
    expect(take("d", "d1")).to.equal(true);
    expect(displaced).to.deep.equal(["a1", "a2", "a3", "b1"]);
    // Each client has one place.
    expect(take("e", "e1")).to.equal(false);
  });

  it("are not given back twice by one that was displaced", () => {
    const places = createStreamPlaces(2);
    const first = places.take("a", () => undefined);
    places.take("a", () => undefined);
    expect(places.take("b", () => undefined)).to.be.a("function");
    first?.();
    expect(places.take("a", () => undefined)).to.equal(undefined);
  });
});
