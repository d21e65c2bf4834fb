import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createCompression, preferredCoding, toSmallBody } from "@kalends/http/internals";
import { expect } from "chai";

const BODY = toSmallBody({ text: "The same again. ".repeat(500) });

describe("preferredCoding", () => {
  const CASES: readonly (readonly [header: string, coding: string | undefined])[] = [
    ["", undefined],
    ["identity", undefined],
    ["gzip", "gzip"],
    ["br", "br"],
    ["GZIP, deflate", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0.9", "gzip"],
    ["gzip ; q=0.5 , br ; q=0.6", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
    ["*", "br"],
    ["*;q=0", undefined],
    ["br;q=0, *", "gzip"],
    ["identity, gzip;q=0.5", undefined],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["identity;q=0, gzip", "gzip"],
    ["deflate, zstd", undefined],
    ["gzip;q=nonsense", undefined],
    [";;;,,,=q", undefined],
  ];
  for (const [header, coding] of CASES)
    it(`chooses ${coding ?? "none"} for "${header}"`, () => {
      expect(preferredCoding(header)).to.equal(coding);
    });
});

describe("createCompression", () => {
  for (const cacheMemory of [0, 1_000_000])
    it(`compresses with a tag of its own (${cacheMemory} bytes of memory)`, async () => {
      const { encode } = createCompression({ cacheMemory });
      const br = await encode(BODY, "br");
      const gzip = await encode(BODY, "gzip");
      expect(brotliDecompressSync(br.bytes)).to.deep.equal(BODY.bytes);
      expect(gunzipSync(gzip.bytes)).to.deep.equal(BODY.bytes);
      const bare = BODY.tag.slice(0, -1);
      expect([br.tag, gzip.tag]).to.deep.equal([`${bare}-br"`, `${bare}-gzip"`]);
      const again = encode(BODY, "br");
      expect(again === br).to.equal(cacheMemory > 0);
      expect((await again).bytes).to.deep.equal(br.bytes);
    });

  it("leaves what would not be shorter", async () => {
    const noise = {
      tag: '"noise"',
      bytes: Buffer.from(Array.from({ length: 2000 }, (_, at) => (at * at * 31) % 251)),
    };
    const { encode } = createCompression({ cacheMemory: 0 });
    const { tag, bytes } = await encode(noise, "gzip");
    expect(bytes.length).to.be.at.most(noise.bytes.length);
    expect(tag === noise.tag).to.equal(bytes === noise.bytes);
  });
});
