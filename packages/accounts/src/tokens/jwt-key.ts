import { createPublicKey, createSecretKey, type JsonWebKey, KeyObject } from "node:crypto";

/**
 * Key for JWT signatures with the algorithms accepted for its type. Tokens with any other algorithm are
 * rejected, which prevents algorithm-confusion attacks.
 */
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

/**
 * JWT algorithms accepted for keys of a remote key set. HMAC is excluded because published keys are not
 * secret.
 */
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

/**
 * Parses a JWK. Errors have no `cause`: the message of the cause would quote the unreadable text, which may
 * be the secret.
 */
const fromJwk = (text: string): KeyObject => {
  try {
    const jwk = JSON.parse(text) as JsonWebKey;
    if (jwk.kty === "oct") return createSecretKey(Buffer.from(jwk.k ?? "", "base64url"));
    return createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    throw new Error("it begins as a JWK but is not a valid one");
  }
};

const fromText = (text: string): KeyObject => {
  const trimmed = text.trim();
  // Environment variables often contain PEM text with its line breaks written as \n.
  if (PEM.test(trimmed)) return createPublicKey(trimmed.replaceAll("\\n", "\n"));
  if (trimmed.startsWith("{")) return fromJwk(trimmed);
  return createSecretKey(Buffer.from(text, "utf8"));
};

/**
 * Parses a key for verifying signatures. A text may be PEM, a JWK as JSON, or else an HMAC secret. PEM may
 * contain a public key, a private key or a certificate; only the public part is used. Throws an `Error` if
 * the key is unreadable, too short or of an unsupported type.
 */
export const toVerificationKey = (given: string | KeyObject | Uint8Array): VerificationKey => {
  const read =
    given instanceof KeyObject ? given : typeof given === "string" ? fromText(given) : createSecretKey(given);
  const key = read.type === "private" ? createPublicKey(read) : read;
  return { key, algorithms: algorithmsOf(key) };
};
