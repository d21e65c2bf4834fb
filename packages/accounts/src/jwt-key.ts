import { createPublicKey, createSecretKey, type JsonWebKey, KeyObject } from "node:crypto";

/** A key and the algorithms that make sense with it: no others are accepted, so none can be confused. */
export interface VerificationKey {
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
}

const HMAC = ["HS256", "HS384", "HS512"];
const RSA = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];
const RSA_PSS = ["PS256", "PS384", "PS512"];
const EC: Readonly<Record<string, readonly string[]>> = {
  prime256v1: ["ES256"],
  secp384r1: ["ES384"],
  secp521r1: ["ES512"],
};
const ED25519 = ["EdDSA", "Ed25519"];

/** What the keys of a remote set may be used with: published keys are no secrets. */
export const PUBLIC_KEY_ALGORITHMS: readonly string[] = [...RSA, ...Object.values(EC).flat(), ...ED25519];

const MIN_SECRET_BYTES = 32;
const MIN_RSA_BITS = 2_048;

const algorithmsOf = (key: KeyObject): readonly string[] => {
  if (key.type === "secret") {
    if ((key.symmetricKeySize ?? 0) < MIN_SECRET_BYTES) {
      throw new Error(`the JWT secret must have at least ${MIN_SECRET_BYTES} bytes`);
    }
    return HMAC;
  }
  const { modulusLength = 0, namedCurve = "" } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case "rsa":
    case "rsa-pss":
      if (modulusLength < MIN_RSA_BITS)
        throw new Error(`the JWT key must have at least ${MIN_RSA_BITS} bits`);
      return key.asymmetricKeyType === "rsa" ? RSA : RSA_PSS;
    case "ec": {
      const algorithms = EC[namedCurve];
      if (algorithms === undefined) throw new Error(`JWT keys on the curve ${namedCurve} are not supported`);
      return algorithms;
    }
    case "ed25519":
      return ED25519;
    default:
      throw new Error(`JWT keys of the type ${key.asymmetricKeyType} are not supported`);
  }
};

const PEM = /-----BEGIN [A-Z0-9 ]+-----/;

/** The causes are left out: their messages quote what they could not read, which may be the secret. */
const fromJwk = (text: string): KeyObject => {
  try {
    const jwk = JSON.parse(text) as JsonWebKey;
    if (jwk.kty === "oct") return createSecretKey(Buffer.from(jwk.k ?? "", "base64url"));
    return createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    throw new Error("it begins as a JWK but is none");
  }
};

const fromText = (text: string): KeyObject => {
  const trimmed = text.trim();
  // An environment variable often carries a PEM text with its line breaks written as \n.
  if (PEM.test(trimmed)) return createPublicKey(trimmed.replaceAll("\\n", "\n"));
  if (trimmed.startsWith("{")) return fromJwk(trimmed);
  return createSecretKey(Buffer.from(text, "utf8"));
};

/**
 * Reads a key: a PEM text (a public key, or a private key or certificate, of which only the public part is used), a JWK as
 * JSON, or else an HMAC secret. Throws an `Error` for what cannot be read, is too short or of an unknown type.
 */
export const toVerificationKey = (given: string | KeyObject | Uint8Array): VerificationKey => {
  const read =
    given instanceof KeyObject ? given : typeof given === "string" ? fromText(given) : createSecretKey(given);
  const key = read.type === "private" ? createPublicKey(read) : read;
  return { key, algorithms: algorithmsOf(key) };
};
