import { createImageFetcher, type ImageFetcherOptions } from "@kalends/media";
import { expect } from "chai";
import { type ImageHost, startImageHost } from "../../http/image-host.ts";

const MIB = 1024 * 1024;

describe("ImageFetcher", () => {
  let host: ImageHost;
  before(async () => {
    host = await startImageHost();
  });
  after(() => host.close());

  /** Creates a fetcher that treats all addresses as public. */
  const fetcher = (options: ImageFetcherOptions = {}) =>
    createImageFetcher({ allowHosts: [host.host], isPublic: () => true, ...options });
  const at = (path: string): string => `${host.origin}${path}`;
  const check = async (path: string) => (await fetcher().check(at(path)))?.refusal;
  /** Fetches a URL. Returns the bytes, or the reason why the fetch was refused. */
  const fetched = async (
    address: string,
    options: ImageFetcherOptions = {},
  ): Promise<Uint8Array | string> => {
    const answer = await fetcher(options).fetch(address);
    return "bytes" in answer ? answer.bytes : answer.refusal;
  };

  it("finds an image by HEAD alone, and fetches it, byte by byte the same", async () => {
    const first = host.asked.length;
    expect(await check("/image.png")).to.equal(undefined);
    expect(host.asked.slice(first)).to.deep.equal(["HEAD /image.png"]);
    expect(await fetched(at("/image.png"))).to.deep.equal(host.png);
    expect(host.asked.slice(first)).to.deep.equal(["HEAD /image.png", "GET /image.png"]);
  });

  it("sends nothing that it need not, and keeps no cookie", async () => {
    await fetched(at("/cookie"));
    await fetched(at("/image.png#part"));
    expect(host.headers()).to.deep.equal({
      accept: "image/*",
      "accept-encoding": "identity",
      connection: "close",
      host: host.host,
      "user-agent": "Kalends",
    });
    expect(host.asked.at(-1)).to.equal("GET /image.png");
  });

  it("uses no proxy that the environment names", async () => {
    const names = ["http_proxy", "HTTP_PROXY", "all_proxy", "NODE_USE_ENV_PROXY"];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = "http://127.0.0.1:1";
    try {
      expect(await check("/image.png")).to.equal(undefined);
    } finally {
      names.forEach((name, index) => {
        if (before[index] === undefined) delete process.env[name];
        else process.env[name] = before[index];
      });
    }
  });

  // rules/images.md#image-check
  describe("check", () => {
    for (const [path, refusal] of [
      ["/image.png", undefined],
      ["/capitals", undefined],
      ["/identity", undefined],
      ["/untyped", "not-an-image"],
      ["/page", "not-an-image"],
      ["/image.svg", "not-an-image"],
      ["/gzip", "not-an-image"],
      ["/head-405", "image-wrong-status"],
      ["/missing", "image-wrong-status"],
      ["/created", "image-wrong-status"],
      ["/partial", "image-wrong-status"],
      ["/hangs-up", "image-host-silent"],
      ["/no-http", "image-wrong-answer"],
      ["/long-head", "image-wrong-answer"],
      ["/nowhere", "image-wrong-answer"],
      ["/upgrades", "image-wrong-status"],
      ["/declared-huge", "image-too-large"],
      ["/loop", "too-many-redirects"],
      ["/chain?left=3", undefined],
      ["/chain?left=4", "too-many-redirects"],
    ] as const)
      it(`${refusal === undefined ? "takes" : "refuses"} ${path}${refusal === undefined ? "" : `: ${refusal}`}`, async () => {
        expect(await check(path)).to.equal(refusal);
      });

    it("gives up on one who does not answer", async () => {
      expect(await fetcher({ timeoutMs: 60 }).check(at("/silent"))).to.deep.equal({
        refusal: "image-too-slow",
      });
    });

    it("says which status was answered, and what else went wrong", async () => {
      expect(await fetcher().check(at("/missing"))).to.deep.equal({
        refusal: "image-wrong-status",
        status: 404,
      });
      const closed = await startImageHost();
      await closed.close();
      const options = { allowHosts: ["127.0.0.1"] };
      expect(await fetcher(options).check(`${closed.origin}/image.png`)).to.deep.equal({
        refusal: "image-host-silent",
      });
      const secure = at("/image.png").replace("http:", "https:");
      expect(await fetcher(options).check(secure)).to.deep.equal({ refusal: "image-host-insecure" });
    });
  });

  // rules/images.md#fetch-limits
  describe("fetch", () => {
    for (const [path, refusal] of [
      ["/get-404", "image-wrong-status"],
      ["/get-redirects", "forbidden-address"],
      ["/breaks-off", "image-wrong-answer"],
      ["/declares-more", "image-wrong-answer"],
      ["/get-gzip", "not-an-image"],
      ["/declared-huge", "image-too-large"],
      ["/get-huge", "image-too-large"],
      ["/endless", "image-too-large"],
      ["/loop", "too-many-redirects"],
    ] as const)
      it(`refuses ${path}: ${refusal}`, async () => {
        expect(await fetched(at(path))).to.equal(refusal);
      });

    for (const path of ["/silent", "/silent-body", "/dribbling"])
      it(`gives up on ${path}`, async () => {
        expect(await fetched(at(path), { timeoutMs: 60 })).to.equal("image-too-slow");
      });

    it("takes the largest size, and not one byte more", async () => {
      expect(await fetched(at("/limit"))).to.have.length(10 * MIB);
      expect(await fetched(at("/image.png"), { maxBytes: host.png.length })).to.deep.equal(host.png);
      expect(await fetched(at("/image.png"), { maxBytes: host.png.length - 1 })).to.equal("image-too-large");
    });

    it("puts pieces of any length together, up to the limit", async () => {
      expect(await fetched(at("/crumbs"))).to.deep.equal(Buffer.alloc(256 * 1024, "x"));
      expect(await fetched(at("/crumbs"), { maxBytes: 256 * 1024 - 1 })).to.equal("image-too-large");
      expect(await fetched(at("/crumbs"), { maxBytes: 100 })).to.equal("image-too-large");
    });

    it("takes no more than was declared, and what is no image as it is", async () => {
      expect(await fetched(at("/declares-less"))).to.deep.equal(host.png.subarray(0, 20));
      expect(await fetched(at("/get-empty"))).to.have.length(0);
      expect(Buffer.from((await fetched(at("/get-html"))) as Uint8Array).toString()).to.equal(
        "<html></html>",
      );
    });

    it("lets those wait whose turn it is not, within their time, and goes on after them", async () => {
      const one = fetcher({ timeoutMs: 600 });
      const first = host.asked.length;
      const answers = await Promise.all(Array.from({ length: 12 }, () => one.check(at("/silent"))));
      expect(answers).to.deep.equal(answers.map(() => ({ refusal: "image-too-slow" })));
      // All requests end when the first four time out. On a slow machine, one or two more may start at that
      // moment.
      expect(host.asked.length - first).to.be.within(4, 8);
      expect(await one.fetch(at("/image.png"))).to.deep.equal({ bytes: host.png });
    });
  });

  describe("places", () => {
    it("are free again after whatever was answered", async () => {
      const one = fetcher();
      for (let round = 0; round < 5; round += 1) {
        for (const path of [
          "/upgrades",
          "/no-http",
          "/hangs-up",
          "/nowhere",
          "/missing",
          "/page",
          "/breaks-off",
        ]) {
          await one.check(at(path), 1);
          await one.fetch(at(path), 1);
        }
      }
      expect(await one.check(at("/image.png"), 1)).to.equal(undefined);
    });

    it("are free again when the time is over", async () => {
      const one = fetcher({ timeoutMs: 500 });
      await Promise.all(Array.from({ length: 8 }, () => one.check(at("/silent"), 1)));
      await Promise.all(Array.from({ length: 8 }, () => one.fetch(at("/silent-body"), 1)));
      await Promise.all([one.check(at("/silent?again"), 1), one.fetch(at("/silent-body?again"), 1)]);
      expect(host.asked.filter((asked) => asked.endsWith("?again"))).to.have.length(2);
    });

    // rules/images.md#image-queues
    it("for checks are four for each account, so that slow hosts of six keep nobody else waiting", async () => {
      const slow = await startImageHost();
      const one = fetcher({ allowHosts: [slow.host, host.host] });
      const accounts = [1, 11, 12, 13, 14, 15];
      const hanging = accounts.flatMap((account) =>
        Array.from({ length: 10 }, () => one.check(`${slow.origin}/silent`, account)),
      );
      const others = [2, 3, 4].flatMap((account) => [1, 2].map(() => one.check(at("/image.png"), account)));
      expect(await Promise.all(others)).to.deep.equal(others.map(() => undefined));
      while (slow.asked.length < 4 * accounts.length) await new Promise((resolve) => setImmediate(resolve));
      expect(slow.asked).to.have.length(4 * accounts.length);
      await slow.close();
      expect(await Promise.all(hanging)).to.deep.equal(hanging.map(() => ({ refusal: "image-host-silent" })));
      expect(await one.check(at("/image.png"), 1)).to.equal(undefined);
    });
  });
});
