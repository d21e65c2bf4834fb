import { expect } from "chai";
import { findExpressions } from "./find-expressions.ts";
import { findGrowth } from "./growth.ts";
import { expressionsMadeAtStart } from "./made-at-start.ts";

describe("every regular expression of what is published", () => {
  it("takes no more time than its text is long", async () => {
    const found = [...findExpressions(), ...(await expressionsMadeAtStart())];
    const places = new Map(found.map(({ source, flags, place }) => [`/${source}/${flags}`, place]));
    const unique = new Map(found.map((one) => [`/${one.source}/${one.flags}`, one]));
    const grown = [...unique].flatMap(([text, { source, flags }]) => {
      const attack = findGrowth(source, flags);
      return attack === undefined ? [] : [`${places.get(text)}: ${text} ${attack}`];
    });
    console.log(`      ${found.length} regular expressions, ${unique.size} different ones`);
    expect(unique.size).to.be.above(400);
    expect([...places.values()]).to.include.members([
      "packages/http/dist/routes/calendar-router.js",
      "packages/http/dist/page-addresses/page-template.js",
    ]);
    expect(grown, grown.join("\n")).to.deep.equal([]);
  });

  for (const source of [
    "(a+)+$",
    "\\s+$",
    "\\/+$",
    "<[^>]*>",
    "[^\\S\\n]*\\n\\s*\\n\\s*",
    "^www\\.|\\/.*$",
    "<([^>]+)>[^,]*\\brel=x",
    "(?:\\w+\\s?)*:$",
    "^[A-Z0-9-]+[^:]*;[;:]",
  ])
    it(`would be found if it did not: /${source}/`, () => expect(findGrowth(source, "")).to.be.a("string"));
});
