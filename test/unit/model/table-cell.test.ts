import { fromCell, toCell } from "@kalends/core";
import { expect } from "chai";
import fc from "fast-check";

// rules/choices.md#csv-formulas
describe("cells of tables", () => {
  for (const text of [
    "=1+1",
    "+43 1",
    "-2+3",
    "@sum",
    "\tx",
    "\r=1",
    "\n",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    " =1",
    "'=1",
    "\u200b=1",
    "\u00ad\u2060+1+1",
    "\u0001 @a",
  ])
    it(`that begin like a formula get an apostrophe: ${JSON.stringify(text)}`, () => {
      expect(toCell(text)).to.equal(`'${text}`);
      expect(fromCell(`'${text}`)).to.equal(text);
    });

  for (const text of ["-5", "+5", "-1.50", "12", "", "a=1", "'quoted'", "1-2", "Jazz\n- one"])
    it(`are unchanged if they are numbers or begin otherwise: ${JSON.stringify(text)}`, () => {
      expect(toCell(text)).to.equal(text);
      expect(fromCell(text)).to.equal(text);
    });

  it("are read back exactly, and are never a formula", () => {
    const text = fc.string({ unit: fc.constantFrom(..."=+-@'5. \t\r\n\u200b＝＋－＠a") });
    fc.assert(
      fc.property(text, (written) => {
        const cell = toCell(written);
        expect(fromCell(cell)).to.equal(written);
        expect(cell).not.to.match(/^\s*[=@＝＋－＠]/);
        if (/^\s*[+-]/.test(cell)) expect(Number(cell)).to.be.a("number").and.satisfy(Number.isFinite);
      }),
    );
  });
});
