import { fromPairs, toPairs } from "@kalends/http/internals";
import { expect } from "chai";

const read = (text: string): unknown => JSON.parse(JSON.stringify(fromPairs(toPairs(text))));

describe("bracketed pairs", () => {
  const table: readonly (readonly [text: string, values: unknown])[] = [
    ["", {}],
    ["a=1&a=2", { a: "2" }],
    ["a[]=1&a[]=2", { a: ["1", "2"] }],
    ["a%5B%5D=1&a%5B%5D=2", { a: ["1", "2"] }],
    ["a[0]=1&a[1]=2", { a: ["1", "2"] }],
    ["a[1]=x&a[2]=y", { a: ["x", "y"] }],
    ["a[k]=v", { a: { k: "v" } }],
    ["a[0][k]=v&a[0][l]=w&a[1][k]=x", { a: [{ k: "v", l: "w" }, { k: "x" }] }],
    ["a[k][]=1&a[k][]=2", { a: { k: ["1", "2"] } }],
    ["a=1&a[k]=2", { a: { k: "2" } }],
    ["a[k]=1&a=2", { a: "2" }],
    ["a[b=1", { "a[b": "1" }],
    ["[]=1", { "[]": "1" }],
    ["a", { a: "" }],
    ["a=b=c", { a: "b=c" }],
    ["a=x+y%20z", { a: "x y z" }],
    ["a=%", { a: "%" }],
    ["a=%zz%C3%A9", { a: "%zzé" }],
    ["&&a=1&", { a: "1" }],
  ];
  for (const [text, values] of table) {
    it(`reads ${JSON.stringify(text)}`, () => {
      expect(read(text)).to.deep.equal(values);
    });
  }

  it("marks bytes that are no UTF-8 with what no parameter accepts", () => {
    expect(fromPairs(toPairs("a=x%FFy")).a).to.equal("x\ud800y");
  });

  it("keeps names such as __proto__ away from prototypes", () => {
    fromPairs(toPairs("__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1"));
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
  });

  it("reads very many pairs and very deep names in no time", () => {
    expect(() => fromPairs(toPairs(`${"a[]=1&".repeat(200_000)}a${"[x]".repeat(100_000)}=1`))).not.to.throw();
  });
});
