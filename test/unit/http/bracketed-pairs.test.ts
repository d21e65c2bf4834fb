import type { CalendarError } from "@kalends/core";
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

  it("marks texts with bytes that are no UTF-8 as what no parameter accepts", () => {
    for (const value of ["x%FFy", "x\xffy", "%zz%e0a", "%C0%AF", "%ED%A0%80"]) {
      expect(fromPairs(toPairs(`a=${value}`)).a, value).to.equal("\ud800");
    }
    expect(read("a=\xc3\xa9%C3%A9")).to.deep.equal({ a: "éé" });
  });

  it("keeps names such as __proto__ away from prototypes", () => {
    fromPairs(toPairs("__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1"));
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
  });

  describe("refuses the first that is beyond the bounds", () => {
    const refusalOf = (text: string): unknown => {
      try {
        return fromPairs(toPairs(text));
      } catch (error) {
        return (error as CalendarError).details.problems;
      }
    };
    const tooMany = { reason: "too-many", values: { maximum: 10_000 } };
    const tooDeep = { reason: "too-deep", values: { maximum: 20 } };
    const tooLong = { reason: "too-long", values: { maximum: 1_000 } };
    const deep = (count: number): string => "[x]".repeat(count);
    const table: readonly (readonly [what: string, text: string, problems: unknown])[] = [
      ["pairs", `${"a=1&".repeat(10_000)}b[x]=1&c=1`, { b: tooMany }],
      ["entries", `a[]=1&${"b[]=1&".repeat(5_000)}c=1`, { b: tooMany }],
      ["names in brackets", `${"a[][][]&".repeat(2_500)}b&c`, { b: tooMany }],
      ["names that are no text", "%zz%e0a&".repeat(131_072), { "\ufffd": tooMany }],
      ["brackets", `a=1&b${deep(20)}=1&c${deep(100)}`, { b: tooDeep }],
      ["encoded brackets", `b${"%5Bx%5D".repeat(20)}=1`, { b: tooDeep }],
      ["empty brackets", `b${"[]".repeat(480)}=1`, { b: tooDeep }],
      ["characters of a name", `a=1&${"b".repeat(1_001)}=1`, { [`${"b".repeat(60)}...`]: tooLong }],
      ["brackets in a name", `b${"[".repeat(1_000_000)}`, { [`b${"[".repeat(59)}...`]: tooLong }],
    ];
    for (const [what, text, problems] of table) {
      it(what, () => {
        expect(refusalOf(text)).to.deep.equal(problems);
      });
    }

    it("and nothing that is just within them", () => {
      expect(Object.keys(fromPairs(toPairs("a=1&".repeat(10_000))))).to.deep.equal(["a"]);
      expect(fromPairs(toPairs("a[]=1&".repeat(5_000))).a).to.have.length(5_000);
      expect(fromPairs(toPairs(`a${deep(19)}=1`)).a).to.have.property("x");
      expect(fromPairs(toPairs(`${"b".repeat(1_000)}=1`))).to.have.property("b".repeat(1_000));
    });
  });
});
