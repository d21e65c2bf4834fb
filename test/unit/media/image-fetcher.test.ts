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

  const fetcher = (options: ImageFetcherOptions = {}) =>
    createImageFetcher({ allowHosts: [host.host], ...options });
  const at = (path: string): string => `${host.origin}${path}`;
  const to = (location: string, status = 302): string =>
    at(`/redirect?status=${status}&to=${encodeURIComponent(location)}`);
  const check = (path: string) => fetcher().check(at(path));
  /** The bytes, or why there are none. */
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

  describe("check", () => {
    for (const [path, refusal] of [
      ["/image.png", undefined],
      ["/capitals", undefined],
      ["/identity", undefined],
      ["/untyped", "not-an-image"],
      ["/page", "not-an-image"],
      ["/image.svg", "not-an-image"],
      ["/gzip", "not-an-image"],
      ["/head-405", "image-unreachable"],
      ["/missing", "image-unreachable"],
      ["/created", "image-unreachable"],
      ["/partial", "image-unreachable"],
      ["/hangs-up", "image-unreachable"],
      ["/no-http", "image-unreachable"],
      ["/long-head", "image-unreachable"],
      ["/nowhere", "image-unreachable"],
      ["/declared-huge", "image-too-large"],
      ["/loop", "too-many-redirects"],
      ["/chain?left=3", undefined],
      ["/chain?left=4", "too-many-redirects"],
    ] as const)
      it(`${refusal === undefined ? "takes" : "refuses"} ${path}${refusal === undefined ? "" : `: ${refusal}`}`, async () => {
        expect(await check(path)).to.equal(refusal);
      });

    it("gives up on one who does not answer", async () => {
      expect(await fetcher({ timeoutMs: 60 }).check(at("/silent"))).to.equal("image-too-slow");
    });
  });

  describe("fetch", () => {
    for (const [path, refusal] of [
      ["/get-404", "image-unreachable"],
      ["/get-redirects", "forbidden-address"],
      ["/breaks-off", "image-unreachable"],
      ["/declares-more", "image-unreachable"],
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
      const answers = await Promise.all(Array.from({ length: 12 }, () => one.fetch(at("/silent"))));
      expect(answers).to.deep.equal(answers.map(() => ({ refusal: "image-too-slow" })));
      expect(host.asked.slice(first)).to.have.length(4);
      expect(await one.fetch(at("/image.png"))).to.deep.equal({ bytes: host.png });
    });
  });

  describe("redirects", () => {
    it("are followed, of every kind, also relative ones", async () => {
      for (const status of [301, 302, 303, 307, 308])
        expect(await fetched(to("/image.png", status)), String(status)).to.deep.equal(host.png);
      expect(await fetched(to(at("/image.png")))).to.deep.equal(host.png);
      for (const status of [300, 304, 305, 306])
        expect(await fetched(to("/image.png", status)), String(status)).to.equal("image-unreachable");
    });

    it("do not lead to an inner address in full-width digits", async () => {
      expect(await fetcher().check("http://１２７.０.０.１/")).to.equal("forbidden-address");
    });

    it("count up to the limit", async () => {
      expect(await fetched(at("/chain?left=1"), { maxRedirects: 1 })).to.deep.equal(host.png);
      expect(await fetched(at("/chain?left=2"), { maxRedirects: 1 })).to.equal("too-many-redirects");
      expect(await fetched(at("/chain?left=1"), { maxRedirects: 0 })).to.equal("too-many-redirects");
    });

    for (const location of [
      "http://127.0.0.1:1/",
      "http://localhost/image.png",
      "http://[::1]/",
      "http://[::ffff:7f00:1]/",
      "http://0/",
      "http://2130706433/",
      "http://0x7f.1/",
      "http://0177.0.0.1/",
      "http://127.1/",
      "http://127.0.0.1./",
      "http://169.254.169.254/latest/meta-data/",
      "http://[fe80::1%25eth0]/",
      "http://[fe80::1]/",
      "http://10.0.0.1/",
      "//192.168.0.1/x.png",
      "http://[64:ff9b::7f00:1]/",
      "file:///etc/passwd",
      "ftp://127.0.0.1/x.png",
      "data:image/png;base64,AAAA",
      "gopher://127.0.0.1/",
      "unix:/var/run/docker.sock",
      "javascript:alert(1)",
      "http://",
      "http://user:secret@images.example/",
      "http://images.example:22/",
    ])
      it(`do not lead to ${location}`, async () => {
        const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
        expect(await fetched(to(location), { resolve })).to.equal("forbidden-address");
        expect(await fetcher({ resolve }).check(location)).to.equal("forbidden-address");
      });
  });

  describe("names", () => {
    const named = (path = "/image.png") => `http://images.example:${new URL(host.origin).port}${path}`;
    const port = () => new URL(host.origin).port;
    /** Answers the lists in turn, the last one again and again. */
    const answering = (...lists: readonly (readonly string[])[]) => {
      const asked: string[] = [];
      const resolve = async (hostname: string) => {
        asked.push(hostname);
        const list = lists[Math.min(asked.length, lists.length) - 1] ?? [];
        return list.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      };
      return { asked, resolve };
    };

    it("are refused when one of their addresses is an inner one", async () => {
      for (const list of [
        ["127.0.0.1"],
        ["::1"],
        ["8.8.8.8", "10.0.0.1"],
        ["2606:4700::1111", "::ffff:10.0.0.1"],
        ["169.254.169.254"],
        ["0.0.0.0"],
        ["nonsense"],
      ]) {
        const { resolve } = answering(list);
        expect(await fetched("http://images.example/x.png", { resolve }), list.join()).to.equal(
          "forbidden-address",
        );
      }
    });

    it("are looked up once for a connection, so that a second answer has no effect", async () => {
      const allowed = { allowHosts: [`images.example:${port()}`] };
      const { asked, resolve } = answering(["127.0.0.1"], ["127.0.0.2"]);
      expect(await fetched(named(), { ...allowed, resolve })).to.deep.equal(host.png);
      expect(asked).to.deep.equal(["images.example"]);
    });

    it("are looked at again after each redirect", async () => {
      const { asked, resolve } = answering(["127.0.0.1"], ["127.0.0.1"]);
      const options = { allowHosts: [`images.example:${port()}`], resolve };
      expect(await fetched(named("/redirect?to=http://inner.example/x.png"), options)).to.equal(
        "forbidden-address",
      );
      expect(asked).to.deep.equal(["images.example", "inner.example"]);
    });

    it("that are not known, or have no address, cannot be reached", async () => {
      const resolve = () => Promise.reject(Object.assign(new Error("unknown"), { code: "ENOTFOUND" }));
      expect(await fetched("http://images.example/", { resolve })).to.equal("image-unreachable");
      expect(await fetched("http://images.example/", answering([]))).to.equal("image-unreachable");
    });

    it("that take too long to look up count as slow", async () => {
      const resolve = () => new Promise<never>(() => undefined);
      expect(await fetched("http://images.example/", { resolve, timeoutMs: 60 })).to.equal("image-too-slow");
    });
  });

  describe("allowed hosts", () => {
    const port = () => new URL(host.origin).port;
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const reaches = async (allowed: string, address: string): Promise<boolean> =>
      (await createImageFetcher({ allowHosts: [allowed], resolve }).check(address)) === undefined;

    it("are named with or without their port, in any spelling", async () => {
      const image = `http://intranet.example:${port()}/image.png`;
      expect(await reaches("intranet.example", image)).to.equal(true);
      expect(await reaches("Intranet.Example", image)).to.equal(true);
      expect(await reaches(`intranet.example:${port()}`, image)).to.equal(true);
      expect(await reaches("intranet.example:1", image)).to.equal(false);
      expect(await reaches("example", image)).to.equal(false);
      expect(await reaches("127.0.0.1", image)).to.equal(false);
      expect(await reaches("127.0.0.1", at("/image.png"))).to.equal(true);
      expect(await reaches("127.1", at("/image.png"))).to.equal(true);
      expect(await reaches("bücher.example", `http://xn--bcher-kva.example:${port()}/image.png`)).to.equal(
        true,
      );
    });

    it("are allowed an address, and nothing else", async () => {
      expect(await fetched(at("/page").replace("http:", "ftp:"))).to.equal("forbidden-address");
      expect(await fetched(at("/image.png").replace("//", "//user@"))).to.equal("forbidden-address");
      expect(await fetched(to(`http://127.0.0.1:1/`))).to.equal("forbidden-address");
      expect(await fetched(at("/endless"), { maxBytes: 100 })).to.equal("image-too-large");
    });

    it("do not open the way to others by what they resolve to", async () => {
      const other = `http://other.example:${port()}/image.png`;
      expect(await reaches("intranet.example", other)).to.equal(false);
      expect(await reaches("127.0.0.1", other)).to.equal(false);
    });
  });
});
