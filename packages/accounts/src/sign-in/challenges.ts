import type { Clock } from "@kalends/core";
import type { AccountStore, PasskeyChallenge } from "@kalends/core/storage";
import { createSecret } from "../tokens/secrets.ts";

const LIFETIME = 5 * 60_000;
/** Maximum number of unanswered challenges of an account. The oldest ones are removed for a new one. */
const MAX_WAITING = 10;

/** Account and session for which a challenge is created. A challenge for signing in has no owner. */
type ChallengeOwner = Required<Pick<PasskeyChallenge, "accountId" | "session">>;

/** Stored challenges of WebAuthn. Each challenge can be answered only once. */
export interface Challenges {
  /** Creates and stores a challenge. Returns it in base64url, and an id that must be passed to `take`. */
  create(
    purpose: PasskeyChallenge["purpose"],
    owner?: ChallengeOwner,
  ): Promise<{ readonly challenge: string; readonly id: string }>;
  /**
   * Removes the challenge with this id and returns its digest. Returns `undefined` if the challenge is
   * unknown, already used or expired, or was created for another purpose or session.
   */
  take(id: string, purpose: PasskeyChallenge["purpose"], session?: string): Promise<string | undefined>;
}

/**
 * Creates the functions for the challenges of a store. The id of a challenge is its digest.
 * Source: rules/sign-in.md#passkeys.
 */
export const createChallenges = ({
  store,
  clock,
}: {
  readonly store: AccountStore;
  readonly clock: Clock;
}): Challenges => {
  const records = store.signInRecords;
  const makeRoom = async (accountId: number): Promise<void> => {
    const waiting = await records.listOf("challenge", accountId);
    for (const { digest } of waiting.slice(0, Math.max(0, waiting.length - MAX_WAITING + 1)))
      await records.remove("challenge", digest);
  };
  return {
    async create(purpose, owner) {
      const { secret: challenge, digest } = createSecret();
      const created = clock.now();
      if (owner !== undefined) await makeRoom(owner.accountId);
      await records.save({
        ...{ kind: "challenge", digest, purpose, created, expires: created + LIFETIME },
        ...owner,
      });
      return { challenge, id: digest };
    },
    async take(id, purpose, session) {
      const found = await records.find("challenge", id);
      if (found === undefined || found.purpose !== purpose || found.session !== session) return undefined;
      // Only one of several concurrent responses removes the challenge; the others fail.
      const isFirst = await records.remove("challenge", id);
      return isFirst && clock.now() < found.expires ? found.digest : undefined;
    },
  };
};
