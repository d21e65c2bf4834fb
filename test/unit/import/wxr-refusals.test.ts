import { ImportError } from "@kalends/import";
import { expect } from "chai";
import { createExports } from "../../import/exports.ts";
import { anEventItem, anExport } from "../../import/wxr-file.ts";

describe("an export of WordPress is refused before anything is taken over", () => {
  const { open, folder, clear } = createExports();
  afterEach(clear);

  const refusal = async (...exports: readonly string[]): Promise<string> => {
    const error: unknown = await open(...exports).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ImportError);
    return error instanceof Error ? error.message.replace(`${folder()}/`, "") : "";
  };
  const whole = anExport({ parts: [anEventItem(1)] });

  it("when it breaks off", async () => {
    expect(await refusal(whole.slice(0, whole.indexOf("</item>")))).to.match(
      /^0\.xml, line \d+: the file ends within <item>: it is incomplete\.$/,
    );
    expect(await refusal(whole.slice(0, whole.indexOf("]]>")))).to.include("it is incomplete.");
    expect(await refusal("")).to.match(/^0\.xml/);
  });

  it("when it is something else", async () => {
    expect(await refusal("<html><body>Sign in</body></html>")).to.equal(
      "0.xml, line 1: this is not a WordPress export.",
    );
    expect(await refusal('{"events":[]}')).to.match(/^0\.xml, line 1: this is not valid XML: /);
    expect(await refusal(whole.replace("</title>", "</tittle>"))).to.match(/line 6: this is not valid XML: /);
    expect(await refusal(anExport({ version: "2.0", parts: [] }))).to.include(
      "the version 2.0 of WordPress exports",
    );
  });

  it("when it is of two sites, or of none", async () => {
    expect(await refusal(whole, anExport({ site: "https://b.example", parts: [] }))).to.include(
      "0.xml is of old.example, and ",
    );
    expect(await refusal(anExport({ site: "", parts: [] }))).to.equal("0.xml does not name its site.");
  });

  it("when it declares entities, has elements without end, or a record of any length", async () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    expect(await refusal(whole.replace("<rss", `${bomb}<rss`))).to.include(
      "line 3: it has a document type declaration",
    );
    expect(await refusal(whole.replace("<item>", `<item>${"<a>".repeat(200)}`))).to.include("too deeply");
    expect(
      await refusal(whole.replace("</item>", `<a>${"x".repeat(17 * 1024 * 1024)}</a></item>`)),
    ).to.include("a record is too long.");
  });

  it("wherever it breaks off, or is damaged", async () => {
    const text = anExport({ parts: [anEventItem(1)] });
    for (let length = 0; length < text.trimEnd().length; length += 97)
      expect(await refusal(text.slice(0, length)), `at ${length}`).to.match(/^0\.xml/);
    for (let at = 0; at < text.length; at += 61) {
      const damaged = `${text.slice(0, at)}<${text.slice(at + 1)}`;
      const error: unknown = await open(damaged).catch((reason: unknown) => reason);
      if (error instanceof Error) expect(error, `at ${at}`).to.be.instanceOf(ImportError);
    }
  });
});
