import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { LiveSourceOptions } from "@kalends/import";
import { expect } from "chai";
import { fakeRecords } from "../fake-records.ts";
import { type FakeServer, startFakeServer } from "../fake-server.ts";
import { openFake } from "../live.ts";
import { makeSelfSigned } from "./self-signed.ts";

describe("an address of a live server", () => {
  let server: FakeServer;
  beforeEach(async () => {
    server = await startFakeServer(fakeRecords({ events: 1 }));
  });
  afterEach(() => server.close());
  const open = (options: Partial<LiveSourceOptions> = {}) => openFake(server, options);

  it("is none of this interface, or is not reached", async () => {
    const problemOf = async (address: string): Promise<string> =>
      open({ address }).then(
        () => "",
        (error: Error) => error.message,
      );
    server.misbehave(({ response }) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<p>A site");
      return true;
    });
    expect(await problemOf(server.origin)).to.contain("has no calendar API");
    await server.close();
    expect(await problemOf(server.address)).to.contain("cannot be reached");
    server = await startFakeServer(fakeRecords());
    expect(await problemOf("ftp://old.example/")).to.contain("is not a web address");
  });

  it("is named where the calendar of a page is read, which is that of the whole site", async () => {
    server.misbehave(({ url, response }) => {
      if (/^\/wp-json(?:\/|$)/.test(url.pathname)) return false;
      response.setHeader("link", `<${server.origin}/wp-json/>; rel="https://api.w.org/"`);
      response.setHeader("content-type", "text/html");
      response.end("<p>A page");
      return true;
    });
    const notesOf = async (address: string): Promise<readonly string[]> => {
      const notes: string[] = [];
      await openFake(server, { address }, { note: (line) => void notes.push(line) });
      return notes;
    };
    for (const place of ["", "/", "/wp-json", "/wp-json/tribe/events/v1/"])
      expect(await notesOf(server.origin + place), place).to.deep.equal([]);
    for (const place of ["/kid/", "/wp-js"])
      expect((await notesOf(server.origin + place)).join(), place).to.match(
        /^http.* is a page of the site [^ ]+: its calendar is read, at http.*\/wp-json\/tribe\/events\/v1/,
      );
  });

  it("shows a certificate that nobody vouches for", async () => {
    const secure = createServer(makeSelfSigned(), (_request, response) => response.end("{}"));
    secure.listen(0, "127.0.0.1");
    await once(secure, "listening");
    const { port } = secure.address() as AddressInfo;
    try {
      const address = `https://127.0.0.1:${port}/`;
      const problem = await openFake({ ...server, host: `127.0.0.1:${port}` }, { address }).catch(
        (error: Error) => error.message,
      );
      expect(problem).to.contain("the certificate is not valid");
    } finally {
      secure.close();
    }
  });

  it("is none where a page has links without end", async () => {
    server.misbehave(({ response }) => {
      response.setHeader("content-type", "text/html");
      response.end("<link rel=https://api.w.org/ ".repeat(2300));
      return true;
    });
    const problem = await open({ address: server.origin }).catch((error: Error) => error.message);
    expect(problem).to.contain("has no calendar API");
  });

  describe("and passwords", () => {
    const signedIn = { user: "ann", password: "open sesame" };
    const problemOf = async (options: Partial<LiveSourceOptions>): Promise<string> => {
      const problem = await open(options).then(
        () => "",
        (error: Error) => error.message,
      );
      expect(problem).to.not.contain("sesame");
      return problem;
    };

    it("is told nothing over plain HTTP, unless it is this computer or somebody wants it", async () => {
      const elsewhere = { ...signedIn, address: "http://old.example/" };
      expect(await problemOf(elsewhere)).to.contain("in plain text");
      server.passwords.set("ann", "open sesame");
      expect(await problemOf(signedIn)).to.equal("");
      const address = "http://ann:open%20sesame@127.0.0.1/";
      expect(await problemOf({ address })).to.contain("contains a password");
    });

    it("is told none but its own", async () => {
      expect(await problemOf(signedIn)).to.contain("does not accept this user");
      const other = await startFakeServer(fakeRecords());
      try {
        const sent: (string | undefined)[] = [];
        other.misbehave(({ request }) => {
          sent.push(request.headers.authorization);
          return false;
        });
        server.misbehave(({ response }) => {
          response.writeHead(200, { link: `<${other.origin}/wp-json/>; rel="https://api.w.org/"` }).end();
          return true;
        });
        const problem = await problemOf({ ...signedIn, address: server.origin });
        expect(problem).to.contain("an address that is not allowed");
        expect(sent).to.deep.equal([]);
      } finally {
        await other.close();
      }
    });
  });
});
