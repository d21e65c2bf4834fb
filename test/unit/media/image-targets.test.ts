import type { LogFields } from "@kalends/core/interface";
import { createImageFetcher, type ImageFetcherOptions } from "@kalends/media";
import { isPublicAddress } from "@kalends/media/internals";
import { expect } from "chai";
import { type ImageHost, startImageHost } from "../../http/image-host.ts";

/** Creates a logger that records the logged reasons. */
const listen = () => {
  const reasons: unknown[] = [];
  return {
    reasons,
    logger: { info: (_message: string, { reason }: LogFields = {}) => void reasons.push(reason) },
  };
};

describe("ImageFetcher, by where an address leads", () => {
  let host: ImageHost;
  before(async () => {
    host = await startImageHost();
  });
  after(() => host.close());

  /** Creates a fetcher that treats all addresses as public. */
  const fetcher = (options: ImageFetcherOptions = {}) =>
    createImageFetcher({ allowHosts: [host.host], isPublic: () => true, ...options });
  const at = (path: string): string => `${host.origin}${path}`;
  const to = (location: string, status = 302): string =>
    at(`/redirect?status=${status}&to=${encodeURIComponent(location)}`);
  /** Fetches a URL. Returns the bytes, or the reason why the fetch was refused. */
  const fetched = async (
    address: string,
    options: ImageFetcherOptions = {},
  ): Promise<Uint8Array | string> => {
    const answer = await fetcher(options).fetch(address);
    return "bytes" in answer ? answer.bytes : answer.refusal;
  };

  describe("redirects", () => {
    it("are followed, of every kind, also relative ones", async () => {
      for (const status of [301, 302, 303, 307, 308])
        expect(await fetched(to("/image.png", status)), String(status)).to.deep.equal(host.png);
      expect(await fetched(to(at("/image.png")))).to.deep.equal(host.png);
      for (const status of [300, 304, 305, 306])
        expect(await fetched(to("/image.png", status)), String(status)).to.equal("image-wrong-status");
    });

    it("do not lead to an inner address in full-width digits", async () => {
      expect(await createImageFetcher().check("http://１２７.０.０.１/")).to.deep.equal({
        refusal: "image-host-unknown",
      });
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
        const { logger, reasons } = listen();
        const options = { resolve, logger, isPublic: isPublicAddress };
        expect(await fetched(to(location), options)).to.equal("image-unreachable");
        const direct = await fetcher(options).check(location);
        expect(direct?.refusal).to.be.oneOf(["forbidden-address", "image-host-unknown"]);
        expect(reasons).to.have.length(1);
        expect(reasons[0]).to.be.oneOf(["forbidden-address", "image-host-unknown"]);
      });
  });

  describe("names", () => {
    const named = (path = "/image.png") => `http://images.example:${new URL(host.origin).port}${path}`;
    const port = () => new URL(host.origin).port;
    /** Creates a resolver that returns these address lists in order, and then always the last one. */
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
        const answer = await createImageFetcher({ resolve }).fetch("http://images.example/x.png");
        expect(answer, list.join()).to.deep.equal({ refusal: "image-host-unknown" });
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
      const { logger, reasons } = listen();
      const isPublic = isPublicAddress;
      const options = { allowHosts: [`images.example:${port()}`], resolve, isPublic, logger };
      expect(await fetched(named("/redirect?to=http://inner.example/x.png"), options)).to.equal(
        "image-unreachable",
      );
      expect(reasons).to.deep.equal(["image-host-unknown"]);
      expect(asked).to.deep.equal(["images.example", "inner.example"]);
    });

    it("that are not known, or have no address, are refused as inner ones are", async () => {
      const resolve = () => Promise.reject(Object.assign(new Error("unknown"), { code: "ENOTFOUND" }));
      expect(await fetched("http://images.example/", { resolve })).to.equal("image-host-unknown");
      expect(await fetched("http://images.example/", answering([]))).to.equal("image-host-unknown");
    });

    it("are looked up by one thread for each account, however many it asks for and gives up", async () => {
      const asked: string[] = [];
      const answers: (() => void)[] = [];
      const resolve = (hostname: string) => {
        asked.push(hostname);
        return new Promise<{ address: string; family: number }[]>((answer) => {
          answers.push(() => answer([{ address: "127.0.0.1", family: 4 }]));
        });
      };
      // The first request loads modules, which could exceed the short time limits below.
      await fetched(at("/image.png"));
      const one = fetcher({ resolve, timeoutMs: 60, allowHosts: [] });
      const ask = (name: string, account: number) => one.check(`http://${name}.example/`, account);
      const given = await Promise.all([ask("a", 1), ask("b", 1), ask("c", 1), ask("d", 2), ask("e", 3)]);
      expect(given).to.deep.equal(given.map(() => ({ refusal: "image-too-slow" })));
      expect(asked).to.deep.equal(["a.example", "d.example"]);
      for (const answer of answers) answer();
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
      expect(await fetched(to("http://127.0.0.1:1/"))).to.equal("forbidden-address");
      expect(await fetched(at("/endless"), { maxBytes: 100 })).to.equal("image-too-large");
    });

    it("of an inner network are not explained to callers, but to the log", async () => {
      const { logger, reasons } = listen();
      const closed = await startImageHost();
      await closed.close();
      const inner = createImageFetcher({ allowHosts: ["127.0.0.1"], timeoutMs: 300, logger, resolve });
      const cases = {
        [at("/missing")]: "image-wrong-status",
        [at("/page")]: "not-an-image",
        [at("/declared-huge")]: "image-too-large",
        [at("/loop")]: "too-many-redirects",
        [at("/nowhere")]: "image-wrong-answer",
        [at("/no-http")]: "image-wrong-answer",
        [at("/hangs-up")]: "image-host-silent",
        [at("/silent")]: "image-too-slow",
        [to("http://10.0.0.1/")]: "image-host-unknown",
        [to("http://other.example/")]: "image-host-unknown",
        [to("http://other.example:22/")]: "forbidden-address",
        [`${closed.origin}/`]: "image-host-silent",
        [at("/image.png").replace("http:", "https:")]: "image-host-insecure",
      };
      for (const address of Object.keys(cases)) {
        expect(await inner.check(address), address).to.deep.equal({ refusal: "image-unreachable" });
      }
      expect(reasons).to.deep.equal(Object.values(cases));
      const named = createImageFetcher({ allowHosts: ["intranet.example"], logger, resolve });
      const address = `http://intranet.example:${port()}/missing`;
      expect(await named.fetch(address)).to.deep.equal({ refusal: "image-unreachable" });
      expect(reasons.at(-1)).to.equal("image-wrong-status");
    });

    it("do not open the way to others by what they resolve to", async () => {
      const other = `http://other.example:${port()}/image.png`;
      expect(await reaches("intranet.example", other)).to.equal(false);
      expect(await reaches("127.0.0.1", other)).to.equal(false);
    });
  });
});
