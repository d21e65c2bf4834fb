import { isMailAddress, parseMailbox } from "@kalends/core/interface";
import { toUnlinkedLine } from "@kalends/core/internals";
import { expect } from "chai";

describe("mailboxes", () => {
  for (const address of ["ann@example.org", "a.b+c@x-y.example", "jürgen@bücher.example", "o'neil@localhost"])
    it(`accept ${address}`, () => {
      expect(isMailAddress(address)).to.equal(true);
    });

  const refused = [
    ...[
      "",
      "ann",
      "@example.org",
      "ann@",
      "ann@@example.org",
      "a@b@c",
      "ann @example.org",
      " ann@example.org",
    ],
    ...[
      "ann@example.org, eve@evil.example",
      "ann@example.org,eve@evil.example",
      "ann@example.org;x@y.example",
    ],
    ...[
      "ann@example.org\r\nBcc: eve@evil.example",
      "ann@example.org\n",
      "ann\0@example.org",
      "ann@exa\rmple.org",
    ],
    ...[
      "Ann <ann@example.org>",
      "<ann@example.org>",
      "ann(comment)@example.org",
      "ann@example.org (comment)",
    ],
    ...['"a b"@example.org', "a..b@example.org", ".a@example.org", "ann@example..org", "ann@-x.example"],
    ...["ann@[127.0.0.1]", "group:ann@example.org;", "ann@example.org\u2028x", "ann\u200b@example.org"],
    ...[`${"a".repeat(65)}@example.org`, `ann@${"x".repeat(64)}.example`, `ann@${"abc.".repeat(70)}example`],
  ];
  for (const address of refused)
    it(`refuse ${JSON.stringify(address).slice(0, 60)}`, () => {
      expect(isMailAddress(address)).to.equal(false);
    });

  it("are parsed with and without a name", () => {
    expect(parseMailbox("ann@example.org")).to.deep.equal({ name: "", address: "ann@example.org" });
    expect(parseMailbox(" Town hall <ann@example.org>")).to.deep.equal({
      ...{ name: "Town hall", address: "ann@example.org" },
    });
    expect(parseMailbox('"Hall, Town" <ann@example.org>')?.name).to.equal("Hall, Town");
    for (const text of [
      "Ann",
      "a@b.example, c@d.example",
      "A <a@b.example>, B <c@d.example>",
      "A <a@b.example> x",
    ])
      expect(parseMailbox(text), text).to.equal(undefined);
  });
});

describe("texts without links", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["Ann Lee", "Ann Lee"],
    ["J.R. Müller", "J. R. Müller"],
    ["Dr. No (born 12.50)", "Dr. No (born 12.50)"],
    ["Visit https://evil.example/a?b=c", "Visit https: evil. example/a?b=c"],
    ["www.evil.example", "www. evil. example"],
    ["mailto:eve@evil.example", "mailto: eve @ evil. example"],
    ["http://1.2.3.4/x", "http: 1. 2. 3. 4/x"],
    ["evil。example", "evil。 example"],
    ["https：／／evil．example", "https： evil． example"],
    ["a\r\nBcc: eve@evil.example", "a Bcc: eve @ evil. example"],
    ["evil\u200b.exa\u202emple", "evil .exa mple"],
    ['<a href="https://evil.example">Ann</a>', "Ann"],
    ["i❤.ws", "i❤. ws"],
    ["wait...what", "wait... what"],
    ["Jazz @ 10:30", "Jazz @ 10:30"],
  ];
  for (const [text, expected] of cases)
    it(`make ${JSON.stringify(text)} ${JSON.stringify(expected)}`, () => {
      expect(toUnlinkedLine(text, 100)).to.equal(expected);
      expect(toUnlinkedLine(expected, 100), "again").to.equal(expected);
    });

  it("are cut to their limit", () => {
    expect(toUnlinkedLine("😀".repeat(30), 10)).to.equal(`${"😀".repeat(9)}…`);
  });
});
