import { createToTarget, type Target } from "@kalends/media/internals";
import { expect } from "chai";

describe("createToTarget", () => {
  const toTargetOrRefusal = createToTarget(["intranet.example", "cdn.example:9000", "10.0.0.1", "::1"]);
  const toTarget = (address: string, base?: URL): Target | undefined => {
    const target = toTargetOrRefusal(address, base);
    return typeof target === "string" ? undefined : target;
  };

  it("leads to public hosts and addresses over the ports of web servers", () => {
    for (const address of [
      "http://images.example/a.png",
      "HTTPS://IMAGES.EXAMPLE:443/a.png",
      "http://images.example:8080/",
      "https://images.example:80/",
      "http://8.8.8.8/",
      "http://[2606:4700::1111]/",
    ])
      expect(toTarget(address)?.isAllowed, address).to.equal(false);
    for (const address of [
      "http://images.example:22/",
      "http://8.8.8.8:6379/",
      "https://images.example:8443/",
    ])
      expect(toTarget(address), address).to.equal(undefined);
  });

  it("does not lead from HTTPS back to HTTP, not even to an allowed host", () => {
    const secure = new URL("https://images.example/a/b.png");
    expect(toTarget("http://images.example/c.png", secure)).to.equal(undefined);
    expect(toTarget("http://intranet.example/c.png", secure)).to.equal(undefined);
    expect(toTarget("https://images.example/c.png", secure)?.url.href).to.equal(
      "https://images.example/c.png",
    );
    expect(toTarget("//other.example/c.png", secure)?.url.href).to.equal("https://other.example/c.png");
    expect(toTarget("c.png", secure)?.url.href).to.equal("https://images.example/a/c.png");
    const plain = new URL("http://images.example/");
    expect(toTarget("https://images.example/", plain)?.url.protocol).to.equal("https:");
  });

  it("leads to allowed hosts by their own name alone", () => {
    for (const [address, isAllowed] of [
      ["http://intranet.example:4711/", true],
      ["http://INTRANET.example/", true],
      ["http://cdn.example:9000/", true],
      ["http://cdn.example/", false],
      ["http://10.0.0.1:81/", true],
      ["http://[::1]:3000/", true],
      ["http://[0:0:0:0:0:0:0:1]/", true],
      ["http://x.intranet.example/", false],
      ["http://intranet.example./", false],
    ] as const)
      expect(toTarget(address)?.isAllowed, address).to.equal(isAllowed);
    for (const address of ["http://10.0.0.2/", "http://cdn.example:9001/", "http://[::ffff:10.0.0.1]/"])
      expect(toTarget(address), address).to.equal(undefined);
  });

  it("leads nowhere by what is no address of the web", () => {
    for (const address of [
      "",
      "images.example",
      "//images.example/",
      "ftp://images.example/",
      "http://a b/",
      "http://u:p@intranet.example/",
    ])
      expect(toTargetOrRefusal(address), address).to.equal("forbidden-address");
  });

  it("leads to no inner address, and says of none but its form why", () => {
    for (const address of [
      "http://10.0.0.2/",
      "http://[::ffff:10.0.0.1]/",
      "http://168.63.129.16/",
      "http://0x7f.1/",
    ])
      expect(toTargetOrRefusal(address), address).to.equal("host-unknown");
    for (const address of ["http://10.0.0.2:22/", "ftp://10.0.0.2/", "http://u@10.0.0.2/"])
      expect(toTargetOrRefusal(address), address).to.equal("forbidden-address");
    expect(toTarget("http://10.0.0.1/")).to.include({ isAllowed: true, isInternal: true });
    expect(toTarget("http://8.8.8.8/")).to.include({ isAllowed: false, isInternal: false });
  });
});
