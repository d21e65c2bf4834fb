import { generateKeyPairSync, sign } from "node:crypto";

/** Private key and self-signed certificate of an HTTPS server. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** Encodes an ASN.1 element in DER. */
const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};

const text = (tag: number, value: string): Buffer => element(tag, Buffer.from(value));
const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");

/** Creates a self-signed certificate for `localhost` (RFC 5280) that is valid until 2049. */
export const makeSelfSigned = (): SelfSigned => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  // The algorithm is ecdsa-with-SHA256. The name consists only of a common name.
  const algorithm = element(0x30, element(0x06, bytes("2a8648ce3d040302")));
  const common = element(0x30, element(0x06, bytes("550403")), text(0x0c, "localhost"));
  const name = element(0x30, element(0x31, common));
  const validity = element(0x30, text(0x17, "200101000000Z"), text(0x17, "491231235959Z"));
  const subject = publicKey.export({ type: "spki", format: "der" });
  const version = element(0xa0, element(0x02, bytes("02")));
  const number = element(0x02, bytes("01"));
  const body = element(0x30, version, number, algorithm, name, validity, name, subject);
  const signature = element(0x03, bytes("00"), sign("sha256", body, privateKey));
  const certificate = element(0x30, body, algorithm, signature).toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
};
