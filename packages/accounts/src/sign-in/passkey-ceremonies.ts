import { type Clock, type JsonObject, utcText } from "@kalends/core";
import type { SignInOrigin } from "@kalends/core/accounts";
import type { Account, Passkey } from "@kalends/core/storage";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { digestOf } from "../tokens/secrets.ts";

/** Imports the WebAuthn library on first use, because many installations never use passkeys. */
const load = () => import("@simplewebauthn/server");

/** COSE numbers of the accepted signature algorithms: EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];
const MAX_RESPONSE_LENGTH = 65_536;
/** Milliseconds that a user has to answer the browser's request for a passkey. */
const TIMEOUT = 5 * 60_000;

/** Functions that create WebAuthn options for browsers and verify the responses, for one relying party. */
export interface PasskeyCeremonies {
  registrationOptions(account: Account, challenge: string): Promise<JsonObject>;
  /**
   * Returns the options for proving a passkey. `passkeys`: passkeys that are accepted; by default, all
   * passkeys of this relying party.
   */
  authenticationOptions(challenge: string, passkeys?: readonly Passkey[]): Promise<JsonObject>;
  /**
   * Verifies the response to a registration. Returns the new passkey; `undefined` if the response is invalid.
   */
  verifyRegistration(
    response: JsonObject,
    challengeDigest: string,
  ): Promise<Omit<Passkey, "name"> | undefined>;
  /**
   * Verifies that `passkey` has signed the challenge. Returns the passkey with its new counter; `undefined`
   * if the response is invalid.
   */
  verifyAuthentication(
    response: JsonObject,
    challengeDigest: string,
    passkey: Passkey,
  ): Promise<Passkey | undefined>;
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "base64url"));
const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const toCredential = ({ id, transports }: Passkey) => ({
  id,
  ...(transports && { transports: [...transports] }),
});

/** Returns the options as plain JSON, without members that are undefined. */
const toJson = (options: object): JsonObject => JSON.parse(JSON.stringify(options));

/**
 * True if `id`, `rawId`, `type` and the members `names` of the inner `response` are strings, and the JSON is
 * not too long. `@simplewebauthn/server` checks the contents of these members.
 */
const isResponse = <Response>(
  response: JsonObject,
  ...names: readonly string[]
): response is JsonObject & Response => {
  const { id, rawId, type, response: inner } = response;
  const texts = [id, rawId, type];
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return false;
  for (const name of names) texts.push((inner as JsonObject)[name]);
  return (
    texts.every((text) => typeof text === "string") && JSON.stringify(response).length <= MAX_RESPONSE_LENGTH
  );
};

const toTransports = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => /^[a-z-]{1,32}$/.test(String(one))).slice(0, 8) : [];

/**
 * Creates the functions for registering and using passkeys with the given origin. Each response that
 * `@simplewebauthn/server` rejects counts as invalid.
 * Source: rules/sign-in.md#passkeys.
 */
export const createPasskeyCeremonies = ({ origin, rpId }: SignInOrigin, clock: Clock): PasskeyCeremonies => {
  const expected = (challengeDigest: string) => ({
    expectedChallenge: (challenge: string) => digestOf(challenge) === challengeDigest,
    expectedOrigin: origin,
    requireUserVerification: true,
  });
  const orUndefined = async <T>(work: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await work();
    } catch {
      return undefined;
    }
  };

  return {
    async registrationOptions({ name, displayName = name, passkeys = [] }, challenge) {
      const { generateRegistrationOptions } = await load();
      return toJson(
        await generateRegistrationOptions({
          rpName: rpId,
          rpID: rpId,
          userName: name,
          userDisplayName: displayName,
          challenge: toBytes(challenge),
          timeout: TIMEOUT,
          attestationType: "none",
          excludeCredentials: passkeys.map(toCredential),
          authenticatorSelection: { residentKey: "required", userVerification: "required" },
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
    },

    async authenticationOptions(challenge, passkeys = []) {
      const { generateAuthenticationOptions } = await load();
      return toJson(
        await generateAuthenticationOptions({
          rpID: rpId,
          allowCredentials: passkeys.map(toCredential),
          challenge: toBytes(challenge),
          timeout: TIMEOUT,
          userVerification: "required",
        }),
      );
    },

    async verifyRegistration(response, challengeDigest) {
      if (!isResponse<RegistrationResponseJSON>(response, "clientDataJSON", "attestationObject"))
        return undefined;
      return orUndefined(async () => {
        const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
          load(),
          import("@simplewebauthn/server/helpers"),
        ]);
        // No attestation was requested. Certificates could make this server fetch addresses that they name.
        const attestation = decodeAttestationObject(toBytes(response.response.attestationObject));
        const isPlain =
          attestation.get("fmt") === "none" || attestation.get("attStmt").get("x5c") === undefined;
        if (!isPlain) return undefined;
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response,
          ...expected(challengeDigest),
          expectedRPID: rpId,
          supportedAlgorithmIDs: ALGORITHMS,
        });
        if (!verified) return undefined;
        const { id, publicKey, counter } = registrationInfo.credential;
        const transports = toTransports(response.response.transports);
        return {
          ...{ id, publicKey: toText(publicKey), counter },
          ...(transports.length > 0 && { transports }),
          createdUtc: utcText(clock.now()),
        };
      });
    },

    async verifyAuthentication(response, challengeDigest, passkey) {
      const names = ["clientDataJSON", "authenticatorData", "signature"];
      if (!isResponse<AuthenticationResponseJSON>(response, ...names)) return undefined;
      return orUndefined(async () => {
        const { verifyAuthenticationResponse } = await load();
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          ...expected(challengeDigest),
          expectedRPID: rpId,
          credential: { id: passkey.id, publicKey: toBytes(passkey.publicKey), counter: passkey.counter },
        });
        if (!verified) return undefined;
        return { ...passkey, counter: authenticationInfo.newCounter, usedUtc: utcText(clock.now()) };
      });
    },
  };
};
