import type { KeyObject } from "node:crypto";
import type { Clock, Logger } from "@kalends/core";
import type { JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult } from "jose";
import { createRareWarning } from "../rare-warning.ts";
import { PUBLIC_KEY_ALGORITHMS, toVerificationKey } from "./jwt-key.ts";

/**
 * Settings for accepting JWTs. Set either `key` or `jwksUrl`, not both. Source:
 * rules/rights.md#json-web-tokens.
 */
export interface JwtSettings {
  /** Key for verifying signatures: PEM text, a JWK as JSON, or an HMAC secret of at least 32 bytes. */
  readonly key?: string | KeyObject | Uint8Array | undefined;
  readonly jwksUrl?: string | undefined;
  /** Value that the claim `iss` of a token must have; any by default. */
  readonly issuer?: string | undefined;
  /** Value that the claim `aud` of a token must contain; any by default. */
  readonly audience?: string | undefined;
  /** Maximum number of seconds from now until the `exp` of a token; one day by default. */
  readonly maxLifetime?: number | undefined;
}

/**
 * Returns the claim `sub` of a valid token; `undefined` for any other text. A token is valid if its signature
 * is valid, its claims match `issuer` and `audience`, its `typ` is in `TYPES`, and it expires within
 * `maxLifetime`. Source: rules/rights.md#json-web-tokens.
 */
type VerifyJwt = (token: string) => Promise<string | undefined>;

const PARTS = /^([\w-]+)\.[\w-]*\.[\w-]*$/;

/**
 * True if a bearer token looks like a JWT: three parts, the first of which decodes to a JSON object with the
 * member `alg`.
 */
export const looksLikeJwt = (token: string): boolean => {
  const header = PARTS.exec(token)?.[1];
  if (header === undefined) return false;
  try {
    const value: unknown = JSON.parse(Buffer.from(header, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && Object.hasOwn(value, "alg");
  } catch {
    return false;
  }
};

const DAY = 24 * 60 * 60;

/**
 * Values of the header `typ` that are accepted. Tokens of other types, such as `logout+jwt`, do not grant
 * access.
 */
const TYPES: ReadonlySet<unknown> = new Set([undefined, "JWT", "at+jwt"]);

const KEY_SET_ERRORS = new Set(["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"]);
const KEY_SET_TIMEOUT_MS = 5_000;

/** Imports `jose` on first use, because most installations never receive a JWT. */
const loadJose = () => import("jose");

/**
 * True if the key set caused the error, for example because it is unreachable. False if the token is invalid.
 */
const isKeySetError = (error: unknown): boolean => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return !/^ERR_(JOSE|JW[A-Z]+)_/.test(code) || KEY_SET_ERRORS.has(code);
};

type Verify = (token: string, options: JWTVerifyOptions) => Promise<JWTVerifyResult>;

const createVerify = ({ key: given, jwksUrl }: JwtSettings): Verify => {
  if ((given === undefined) === (jwksUrl === undefined)) {
    throw new Error("JWT needs either a key or the URL of a key set, not both");
  }
  if (jwksUrl !== undefined) {
    const address = new URL(jwksUrl);
    let keySet: JWTVerifyGetKey | undefined;
    return async (token, options) => {
      const { createRemoteJWKSet, jwtVerify } = await loadJose();
      keySet ??= createRemoteJWKSet(address, { timeoutDuration: KEY_SET_TIMEOUT_MS });
      return jwtVerify(token, keySet, { ...options, algorithms: [...PUBLIC_KEY_ALGORITHMS] });
    };
  }
  const { key, algorithms } = toVerificationKey(given ?? "");
  return async (token, options) => {
    const { jwtVerify } = await loadJose();
    return jwtVerify(token, key, { ...options, algorithms: [...algorithms] });
  };
};

/**
 * Creates the function that verifies tokens. Throws an `Error` if the settings are invalid. The returned
 * function never rejects.
 */
export const createJwtVerifier = (
  settings: JwtSettings,
  { clock, logger }: { readonly clock: Clock; readonly logger?: Logger | undefined },
): VerifyJwt => {
  const verify = createVerify(settings);
  const { issuer, audience, maxLifetime = DAY } = settings;
  const warn = createRareWarning("The signature of a JWT could not be checked", { clock, logger });

  return async (token) => {
    const now = clock.now();
    try {
      const { payload, protectedHeader } = await verify(token, {
        currentDate: new Date(now),
        requiredClaims: ["sub", "exp"],
        ...(issuer !== undefined && { issuer }),
        ...(audience !== undefined && { audience }),
      });
      const { sub, exp = Number.POSITIVE_INFINITY } = payload;
      if (!TYPES.has(protectedHeader.typ) || exp * 1000 > now + maxLifetime * 1000) return undefined;
      // The library types `sub` as a string, but a token can contain any JSON value.
      return typeof sub === "string" ? sub : undefined;
    } catch (error) {
      if (isKeySetError(error)) warn({ error });
      return undefined;
    }
  };
};
