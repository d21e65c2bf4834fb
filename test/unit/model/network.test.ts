import { toNetwork } from "@kalends/core";
import { expect } from "chai";

describe("the network of an address", () => {
  it("is the address itself for IPv4 and for what is no address", () => {
    for (const address of [
      "192.0.2.1",
      "",
      "unix",
      "::1::",
      "1:2:3",
      "1:2:3:4:5:6:7:8:9",
      "x::",
      ":::",
      "::ffff:1.2.3.256",
    ])
      expect(toNetwork(address)).to.equal(address);
    expect(toNetwork("::ffff:c000:201")).to.equal("192.0.2.1");
    expect(toNetwork("::FFFF:192.0.2.1")).to.equal("192.0.2.1");
    expect(toNetwork("::1")).to.equal("::/64");
    expect(toNetwork("64:ff9b::c000:201")).to.equal("192.0.2.1");
  });

  it("is the same for all addresses of IPv6 with the same first 64 bits, however they are written", () => {
    const network = toNetwork("2001:db8:0:1::1");
    for (const address of ["2001:DB8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::", "2001:0db8::1:0:0:0:5"]) {
      expect(toNetwork(address), address).to.equal(network);
    }
    expect(toNetwork("2001:db8:0:2::1")).to.not.equal(network);
    expect(toNetwork("fe80::1%eth0")).to.equal(toNetwork("fe80::2"));
  });

  it("is as large as it is asked for, of IPv4 as well", () => {
    const size = { ipv4: 24, ipv6: 48 };
    expect(toNetwork("2001:db8:1:2::3", size)).to.equal("2001:db8:1::/48");
    expect(toNetwork("fe80::1%eth0", size)).to.equal("fe80::/48");
    for (const address of ["192.0.2.77", "::ffff:192.0.2.1", "64:ff9b::c000:201"])
      expect(toNetwork(address, size), address).to.equal("192.0.2.0/24");
    for (const address of ["", "unix", "::1::"]) expect(toNetwork(address, size)).to.equal(address);
  });
});
