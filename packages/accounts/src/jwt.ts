import type { KeyObject } from "node:crypto";
import type { Clock, Logger } from "@kalends/core";
import type { JWTVerifyGetKey, JWTVerifyOptions, JWTVerifyResult } from "jose";
import { PUBLIC_KEY_ALGORITHMS, toVerificationKey } from "./jwt-key.ts";
import { createRareWarning } from "./rare-warning.ts";

/** Whose signatures are accepted: one key, or a published set of keys. Source: rules/rights.md#json-web-tokens. */
export interface JwtSettings {
  /** PEM, JWK as JSON, or an HMAC secret of at least 32 bytes. */
  readonly key?: string | KeyObject | Uint8Array | undefined;
  readonly jwksUrl?: string | undefined;
  /** The `iss` a token must have; any when left out. */
  readonly issuer?: string | undefined;
  /** The `aud` a token must have among its own; any when left out. */
  readonly audience?: string | undefined;
  /** How far ahead the `exp` of a token may be, in seconds; a day when left out. */
  readonly maxLifetime?: number | undefined;
}

/**
 * The `sub` of a valid token; `undefined` for any other text. Valid is what is signed, of a type that is meant for
 * access, and expires at most `maxLifetime` from now. Source: rules/rights.md#json-web-tokens.
 */
type VerifyJwt = (token: string) => Promise<string | undefined>;

const PARTS = /^([\w-]+)\.[\w-]*\.[\w-]*$/;

/** Whether a bearer is meant as a JWT: three parts, the first a JSON object that names an algorithm. */
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

/** Values of `typ` that access tokens have; those of others, such as `logout+jwt`, prove something else. */
const TYPES: ReadonlySet<unknown> = new Set([undefined, "JWT", "at+jwt"]);

const KEY_SET_TROUBLE = new Set(["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"]);
const KEY_SET_TIMEOUT_MS = 5_000;

/** Loaded with the first JWT: most installations see none. */
const loadJose = () => import("jose");

/** Whether it is the key set, not the token, that is at fault. */
const isKeySetTrouble = (error: unknown): boolean => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return !/^ERR_(JOSE|JW[A-Z]+)_/.test(code) || KEY_SET_TROUBLE.has(code);
};

type Verify = (token: string, options: JWTVerifyOptions) => Promise<JWTVerifyResult>;

const createVerify = ({ key: given, jwksUrl }: JwtSettings): Verify => {
  if ((given === undefined) === (jwksUrl === undefined)) {
    throw new Error("JWT needs either a key or the address of a key set");
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

/** Throws an `Error` when the settings make no sense; a token never makes the result throw. */
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
      // The types promise a text; the token may say otherwise.
      return typeof sub === "string" ? sub : undefined;
    } catch (error) {
      if (isKeySetTrouble(error)) warn({ error });
      return undefined;
    }
  };
};
