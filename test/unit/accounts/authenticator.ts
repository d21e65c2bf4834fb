import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import type { JsonObject } from "@kalends/core";
import type { PasskeyCeremony } from "@kalends/core/accounts";

/** Differences from a correct response. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly isUserVerified?: boolean;
  readonly counter?: number;
  /** Signs with another key. */
  readonly isForged?: boolean;
  /** Format and certificate of an attestation that nobody requested. */
  readonly certificate?: Buffer;
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const base64 = (data: string | Buffer): string => Buffer.from(data).toString("base64url");

/** Encodes the few types of CBOR that attestations need. */
const cbor = (value: unknown): Buffer => {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)]),
    ]);
  throw new Error("unknown type");
};

/** Creates an authenticator in software with one ES256 passkey for `https://calendar.example`. */
export const createAuthenticator = (id: Buffer = randomBytes(20)) => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let counter = 0;
  const clientData = (type: string, { options }: PasskeyCeremony, deviation: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? options.challenge,
        origin: deviation.origin ?? "https://calendar.example",
        crossOrigin: false,
      }),
    );
  const authenticatorData = (deviation: Deviation, attested: Buffer = Buffer.alloc(0)): Buffer => {
    const flags = 0x01 | (deviation.isUserVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.counter ?? ++counter);
    return Buffer.concat([
      sha256(deviation.rpId ?? "calendar.example"),
      Buffer.from([flags]),
      count,
      attested,
    ]);
  };
  const response = (inner: Readonly<Record<string, string>>): JsonObject => ({
    ...{ id: base64(id), rawId: base64(id), type: "public-key" },
    clientExtensionResults: {},
    response: inner,
  });
  return {
    id: base64(id),
    register(ceremony: PasskeyCeremony, deviation: Deviation = {}): JsonObject {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const { certificate } = deviation;
      const attestation = new Map<string, unknown>([
        ["fmt", certificate === undefined ? "none" : "packed"],
        [
          "attStmt",
          certificate === undefined
            ? new Map()
            : new Map<string, unknown>([
                ["alg", -7],
                ["sig", Buffer.alloc(64)],
                ["x5c", [certificate]],
              ]),
        ],
        ["authData", authenticatorData({ counter: 0, ...deviation }, attested)],
      ]);
      return response({
        clientDataJSON: base64(clientData("webauthn.create", ceremony, deviation)),
        attestationObject: base64(cbor(attestation)),
      });
    },
    sign(ceremony: PasskeyCeremony, deviation: Deviation = {}): JsonObject {
      const data = clientData("webauthn.get", ceremony, deviation);
      const authData = authenticatorData(deviation);
      const signature = createSign("sha256")
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(deviation.isForged ? other : privateKey);
      return response({
        clientDataJSON: base64(data),
        authenticatorData: base64(authData),
        signature: base64(signature),
      });
    },
  };
};
