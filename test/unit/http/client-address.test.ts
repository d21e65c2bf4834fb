import type { IncomingMessage } from "node:http";
import { clientAddress } from "@kalends/http/internals";
import { expect } from "chai";

const addressOf = (forwardedFor: string | undefined, trustProxy = 1, peer: string | undefined = "10.0.0.1") =>
  clientAddress(
    // Cast: the function reads only these members of a request.
    {
      headers: { "x-forwarded-for": forwardedFor },
      socket: { remoteAddress: peer },
    } as unknown as IncomingMessage,
    trustProxy,
  );

describe("clientAddress", () => {
  it("is the peer's, whatever is forwarded, unless the proxy is trusted", () => {
    expect(addressOf("192.0.2.7", 0)).to.equal("10.0.0.1");
    expect(addressOf(undefined, 0, "::ffff:192.0.2.7")).to.equal("192.0.2.7");
    expect(addressOf("192.0.2.7", 0, "")).to.equal("");
  });

  it("is the last one that a trusted proxy forwards, which clients cannot choose", () => {
    expect(addressOf("192.0.2.7")).to.equal("192.0.2.7");
    expect(addressOf("198.51.100.1, 203.0.113.5 ,192.0.2.7")).to.equal("192.0.2.7");
    expect(addressOf("2001:DB8::7")).to.equal("2001:db8::7");
  });

  it("is as many entries from the right as there are proxies, or the first one where there are fewer", () => {
    const sent = "198.51.100.1, 203.0.113.5 ,192.0.2.7";
    expect(addressOf(sent, 2)).to.equal("203.0.113.5");
    expect(addressOf(sent, 3)).to.equal("198.51.100.1");
    expect(addressOf(sent, 4)).to.equal("198.51.100.1");
    expect(addressOf("192.0.2.7", 16)).to.equal("192.0.2.7");
    expect(addressOf(undefined, 2)).to.equal("10.0.0.1");
  });

  it("is moved by nothing that a client sends before the entries of the proxies", () => {
    for (const sent of [
      "",
      ",",
      ", ,,",
      " , 198.51.100.1",
      "198.51.100.1,".repeat(500),
      "\t,",
      '"198.51.100.1,',
    ])
      expect(addressOf(`${sent}, [2001:DB8::7]:443,10.0.0.2`, 2), sent).to.equal("2001:db8::7");
    // An empty entry counts as the entry of a proxy, so entries that the client sent are not used.
    expect(addressOf("198.51.100.1, ,10.0.0.2", 2)).to.equal("10.0.0.1");
  });

  it("leaves out the port that some proxies add", () => {
    for (const text of ["192.0.2.7:52100", "::ffff:192.0.2.7", "[::ffff:192.0.2.7]:52100"]) {
      expect(addressOf(text), text).to.equal("192.0.2.7");
    }
    expect(addressOf("[2001:db8::7]:52100")).to.equal("2001:db8::7");
  });

  it("is the peer's when nothing that is an address is forwarded", () => {
    for (const text of [
      undefined,
      "",
      "192.0.2.7,",
      "unknown",
      "192.0.2.777",
      "x".repeat(9_000),
      "[::1",
      "::1]:80",
    ]) {
      expect(addressOf(text), text).to.equal("10.0.0.1");
    }
  });
});
