import { isPublicAddress } from "@kalends/media/internals";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

/**
 * IPv4 ranges that must not be fetched, from the IANA registries and from the rules of this project.
 * Multicast addresses and the reserved range at the end are tested separately.
 */
const INNER_V4: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "161.26.0.0/16",
  "166.8.0.0/14",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** IPv6 ranges: eight groups of digits, and the number of fixed bits. */
const INNER_V6: readonly string[] = [
  "0:0:0:0:0:0:0:0/8",
  "100:0:0:0:0:0:0:0/8",
  "64:ff9b:0:0:0:0:0:0/96",
  "64:ff9b:1:0:0:0:0:0/48",
  "2001:0:0:0:0:0:0:0/32",
  "2001:2:0:0:0:0:0:0/48",
  "2001:10:0:0:0:0:0:0/28",
  "2001:20:0:0:0:0:0:0/28",
  "2001:db8:0:0:0:0:0:0/32",
  "2002:0:0:0:0:0:0:0/16",
  "3fff:0:0:0:0:0:0:0/20",
  "4000:0:0:0:0:0:0:0/2",
  "5f00:0:0:0:0:0:0:0/16",
  "8000:0:0:0:0:0:0:0/1",
  "fc00:0:0:0:0:0:0:0/7",
  "fe80:0:0:0:0:0:0:0/10",
  "fec0:0:0:0:0:0:0:0/10",
  "ff00:0:0:0:0:0:0:0/8",
];

/** Returns an address in the range. Its fixed bits come from the range, and the others from `units`. */
const within = (range: string, radix: 10 | 16, units: readonly number[]): readonly number[] => {
  const [first = "", length] = range.split("/");
  const width = radix === 10 ? 8 : 16;
  return first.split(radix === 10 ? "." : ":").map((unit, index) => {
    const fixed = Math.min(Math.max(Number(length) - index * width, 0), width);
    const free = (1 << (width - fixed)) - 1;
    return (Number.parseInt(unit, radix) & ~free) | ((units[index] ?? 0) & free);
  });
};

const v4 = (octets: readonly number[]): string => octets.join(".");
const v6 = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(":");

const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const innerV4 = fc
  .tuple(fc.constantFrom(...INNER_V4), octets)
  .map(([range, random]) => within(range, 10, random));

const pair = (high = 0, low = 0): number => high * 256 + low;
const asGroups = ([a, b, c, d]: readonly number[]): readonly number[] => [pair(a, b), pair(c, d)];

describe("isPublicAddress", () => {
  const SEED = 20_300_101;
  const numRuns = 3000;

  it("is no for every address of an inner range of IPv4", () => {
    for (const seed of seedsOf(SEED))
      fc.assert(
        fc.property(innerV4, (address) => !isPublicAddress(v4(address))),
        { seed, numRuns },
      );
  });

  it("is no for every address of an inner range of IPv6", () => {
    for (const seed of seedsOf(SEED))
      fc.assert(
        fc.property(fc.constantFrom(...INNER_V6), groups, (range, random) => {
          const address = within(range, 16, random);
          return !isPublicAddress(v6(address)) && !isPublicAddress(v6(address).toUpperCase());
        }),
        { seed, numRuns },
      );
  });

  it("is no for every address of IPv4, inner or not, that is put into one of IPv6", () => {
    for (const seed of seedsOf(SEED))
      fc.assert(
        fc.property(octets, groups, (address, rest) => {
          const carried = asGroups(address);
          return [
            `::ffff:${v4(address)}`,
            `::${v4(address)}`,
            `0:0:0:0:0:ffff:${v6(carried)}`,
            `::ffff:0:${v6(carried)}`,
            `64:ff9b::${v4(address)}`,
            `64:ff9b:1::${v6(carried)}`,
            `2002:${v6(carried)}:${v6(rest.slice(0, 5))}`,
            `2a00:${v6(rest.slice(0, 3))}:0:5efe:${v6(carried)}`,
            `2a00:${v6(rest.slice(0, 3))}:200:5efe:${v6(carried)}`,
            `2001:0:${v6(rest.slice(0, 4))}:${v6(carried.map((group) => group ^ 0xffff))}`,
          ].every((text) => !isPublicAddress(text));
        }),
        { seed, numRuns },
      );
  });

  it("is no for both ends of each range, and yes for their public neighbours", () => {
    for (const range of INNER_V4) {
      expect(isPublicAddress(v4(within(range, 10, [0, 0, 0, 0]))), range).to.equal(false);
      expect(isPublicAddress(v4(within(range, 10, [255, 255, 255, 255]))), range).to.equal(false);
    }
    for (const neighbour of [
      "1.0.0.0",
      "9.255.255.255",
      "11.0.0.0",
      "100.63.255.255",
      "100.128.0.0",
      "126.255.255.255",
      "128.0.0.0",
      "161.25.255.255",
      "161.27.0.0",
      "166.7.255.255",
      "166.12.0.0",
      "168.63.129.15",
      "168.63.129.17",
      "169.253.255.255",
      "169.255.0.0",
      "172.15.255.255",
      "172.32.0.0",
      "192.167.255.255",
      "192.169.0.0",
      "198.17.255.255",
      "198.20.0.0",
      "223.255.255.255",
      "2001:200::",
      "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
      "2001:db9::",
      "2003::",
      "2606:4700:4700::1111",
      "2a00::1",
      "3ffe:ffff::1",
    ])
      expect(isPublicAddress(neighbour), neighbour).to.equal(true);
  });

  it("is yes for the rest of IPv4", () => {
    const taken = (address: readonly number[]): boolean =>
      INNER_V4.some((range) => v4(within(range, 10, address)) === v4(address));
    for (const seed of seedsOf(SEED))
      fc.assert(
        fc.property(octets, (address) => isPublicAddress(v4(address)) === !taken(address)),
        { seed, numRuns },
      );
  });

  it("is no for where clouds tell machines of themselves", () => {
    for (const address of [
      "169.254.169.254",
      "169.254.170.2",
      "169.254.42.42",
      "fd00:ec2::254",
      "fd20:ce::254",
      "fe80::a9fe:a9fe",
      "168.63.129.16",
      "::ffff:168.63.129.16",
      "64:ff9b::168.63.129.16",
      "2002:a83f:8110::1",
      "100.100.100.200",
      "192.0.0.192",
      "161.26.0.10",
    ])
      expect(isPublicAddress(address), address).to.equal(false);
  });

  it("is no for what is not written as an address, or belongs to one link", () => {
    for (const seed of seedsOf(SEED))
      fc.assert(
        fc.property(fc.nat(0xffffffff), (number) => !isPublicAddress(String(number))),
        { seed, numRuns },
      );
    for (const text of [
      "",
      "8.8.8",
      "08.8.8.8",
      "0x8.8.8.8",
      "8.8.8.8.",
      " 8.8.8.8",
      "8.8.8.8/8",
      "x",
      "[2a00::1]",
    ])
      expect(isPublicAddress(text), text).to.equal(false);
    expect(isPublicAddress("2a00::1%eth0")).to.equal(false);
    expect(isPublicAddress("fe80::1%1")).to.equal(false);
  });
});
