import { createImportReport, importImages } from "@kalends/import";
import { anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../../stores.ts";

// rules/choices.md#import-images
describe("images that an import cannot fetch", () => {
  it("are gone where the source answers 404 or 410, and failed otherwise, with what helps", async () => {
    const [store] = stores;
    const opened = await store?.open();
    if (opened === undefined) throw new Error("There is no store");
    const url = "https://old.example/a.png";
    await opened.images.save(anImage({ id: 1, url }));
    const problems: unknown[] = [];
    for (const refused of [
      { refusal: "image-wrong-status", status: 404 },
      { refusal: "image-wrong-status", status: 410 },
      { refusal: "image-wrong-status", status: 503 },
      { refusal: "forbidden-address" },
    ] as const)
      await importImages(new Set([url]), new Set(), {
        store: opened,
        fetcher: { fetch: async () => refused },
        files: { write: () => Promise.reject(new Error("nothing came")), remove: async () => {} },
        report: createImportReport({ warn() {} }),
        onProblem: async (_, { reason, isGone }) => void problems.push([isGone, reason]),
      });
    await opened.close();
    const said = `the image ${url} was not copied:`;
    expect(problems).to.deep.equal([
      [true, `${said} image-wrong-status 404 (the old site does not have it either)`],
      [true, `${said} image-wrong-status 410 (the old site does not have it either)`],
      [false, `${said} image-wrong-status 503`],
      [
        false,
        `${said} forbidden-address (its host has no public address: if you trust it, add it to imageAllowHosts or KALENDS_IMAGE_ALLOW_HOSTS)`,
      ],
    ]);
  });
});
