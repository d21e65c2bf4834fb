import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { CalendarError } from "@kalends/core";
import type { Account, StoredCredential } from "@kalends/core/storage";
import { randomLettersAndDigits } from "../tokens/tokens.ts";
import { createSignInQueue, type QueueLimits, type QueuePosition, SIGN_IN_LIMITS } from "./sign-in-queue.ts";

/**
 * Derives a key of `KEY_BYTES` bytes from a password. Tests replace the default, scrypt, to count the calls.
 */
export type DeriveKey = (password: string, salt: Buffer, cost: ScryptCost) => Promise<Buffer>;

/** Cost parameters of scrypt. `logN` is the binary logarithm of N. */
export interface ScryptCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Cost of new hashes. Each derivation takes 16 MiB and about 40 ms. */
const COST: ScryptCost = { logN: 14, r: 8, p: 1 };

const GENERATED_LENGTH = 24;
const GROUPS = /.{4}(?!$)/g;

/** Generates a password of 24 letters and digits (142 bits) in groups of four. */
export const generatePassword = (): string => randomLettersAndDigits(GENERATED_LENGTH).replace(GROUPS, "$& ");

/** Bytes that scrypt needs in addition to the memory that grows with the cost. */
const SMALL_BLOCKS = 64 * 1024;

/** Runs scrypt of node:crypto in libuv's thread pool. */
export const deriveWithScrypt: DeriveKey = (password, salt, { logN, r, p }) =>
  new Promise((resolve, reject) => {
    const N = 2 ** logN;
    const options: ScryptOptions = { N, r, p, maxmem: 256 * r * (N + p) + SMALL_BLOCKS };
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });

const NO_KEY = Buffer.alloc(0);

interface PasswordHash {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

const HASH = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,128})\$([\w-]{43})$/;

const toText = ({ cost: { logN, r, p }, salt, key }: PasswordHash): string =>
  `scrypt$${logN}$${r}$${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;

/** Maximum cost, N * r * p, of a stored hash. It is eight times `COST`: 128 MiB and a third of a second. */
const MAX_WORK = 2 ** 20;

/**
 * Parses a stored password hash. Returns `undefined` for token hashes, for costs above `MAX_WORK`, and for
 * costs that scrypt does not allow (RFC 7914 section 6).
 */
const fromText = (text: string): PasswordHash | undefined => {
  const [, logN, r, p, salt = "", key = ""] = HASH.exec(text) ?? [];
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const isPossible = cost.logN >= 1 && cost.r >= 1 && cost.p >= 1 && cost.logN < 16 * cost.r;
  if (!isPossible || 2 ** cost.logN * cost.r * cost.p > MAX_WORK) return undefined;
  return { cost, salt: Buffer.from(salt, "base64url"), key: Buffer.from(key, "base64url") };
};

/** Stored hash of a password, with an id. */
export type StoredPassword = Pick<StoredCredential, "id" | "hash">;

/**
 * Returns the application passwords of an account. Returns an empty array for a missing or disabled account.
 * Source: rules/sign-in.md#disabled-accounts.
 */
export const applicationPasswordsOf = (
  account: Pick<Account, "credentials" | "isDisabled"> | undefined,
): readonly StoredPassword[] =>
  account === undefined || account.isDisabled
    ? []
    : account.credentials.filter(({ kind }) => kind === "password");

/** Parsed hash with its id. */
interface PasswordHashWithId extends PasswordHash {
  readonly id: string;
}

const parsedHashes = (passwords: readonly StoredPassword[]): readonly PasswordHashWithId[] =>
  passwords.flatMap(({ id, hash }) => {
    const read = fromText(hash);
    return read === undefined ? [] : [{ ...read, id }];
  });

/**
 * Maximum number of different salts that are tried for an account. Passwords created by Kalends share one
 * salt per account. An imported account may have more salts, because its archive may come from anybody.
 */
const MAX_SALTS = 4;

/**
 * Groups password hashes by salt and cost, oldest first. One derived key can be compared with all hashes of a
 * group. Leaves out groups beyond `MAX_SALTS`.
 */
const groupBySalt = (hashes: readonly PasswordHashWithId[]): readonly (readonly PasswordHashWithId[])[] => {
  const groups = new Map<string, PasswordHashWithId[]>();
  for (const hash of hashes) {
    const name = toText({ ...hash, key: NO_KEY });
    const group = groups.get(name);
    if (group !== undefined) group.push(hash);
    else if (groups.size < MAX_SALTS) groups.set(name, [hash]);
  }
  return [...groups.values()];
};

interface CheckTurn extends QueuePosition {
  /** Called when the check leaves the queue. If it rejects, the password is not checked. */
  readonly before?: () => Promise<void>;
}

/**
 * Functions that hash and check passwords. The passwords must already be normalized; see `toPlainPassword`
 * and `toPlainSignInPassword`.
 */
export interface Passwords {
  /**
   * Returns the hash to store for a password. `existing`: stored passwords of the account, whose salt is used
   * again. All application passwords of an account share one salt, so a check takes equally long for any
   * number of them. `owner`: id of an account, whose hashes wait in a separate queue. Rejects with
   * `rest_storage_unavailable` if this queue is full.
   */
  hash(password: string, existing: readonly StoredPassword[], owner?: number): Promise<string>;
  /**
   * Returns the id of the credential that the password matches, or `false` if it matches none. Runs scrypt at
   * least once, even without an account or a password hash, so that the duration does not reveal which names
   * exist. Returns `undefined`, without a check, if the queue is full.
   */
  verify(
    password: string,
    passwords: readonly StoredPassword[],
    turn: CheckTurn,
  ): Promise<string | false | undefined>;
  /** True if the hash has the same salt as the stored passwords, or if the account has no other passwords. */
  fits(hash: string, existing: readonly StoredPassword[]): boolean;
}

/**
 * Creates the functions that store passwords as salted scrypt hashes and check them.
 * Source: rules/rights.md#application-passwords.
 */
export const createPasswords = (
  deriveKey: DeriveKey = deriveWithScrypt,
  signInLimits: QueueLimits = SIGN_IN_LIMITS,
): Passwords => {
  const runQueued = createSignInQueue(signInLimits);
  const dummySalt = randomBytes(SALT_BYTES);

  const findAmong = async (
    password: string,
    hashes: readonly PasswordHashWithId[],
  ): Promise<string | undefined> => {
    const { salt, cost } = hashes[0] ?? { salt: dummySalt, cost: COST };
    const key = await deriveKey(password, salt, cost);
    return hashes.filter((hash) => timingSafeEqual(hash.key, key))[0]?.id;
  };

  return {
    async hash(password, existing, owner) {
      const [first] = parsedHashes(existing);
      const salt = first?.salt ?? randomBytes(SALT_BYTES);
      const cost = first?.cost ?? COST;
      const make = async (): Promise<string> =>
        toText({ cost, salt, key: await deriveKey(password, salt, cost) });
      if (owner === undefined) return make();
      // Without a queue, many requests for one account would delay the sign-ins of all other accounts.
      const made = await runQueued({ queue: `hashes of ${owner}`, source: "" }, make);
      if (made === undefined) throw new CalendarError("rest_storage_unavailable");
      return made;
    },
    async verify(password, passwords, { before, ...place }) {
      const groups = groupBySalt(parsedHashes(passwords));
      return runQueued(place, async () => {
        await before?.();
        for (const group of groups.length === 0 ? [[]] : groups) {
          const id = await findAmong(password, group);
          if (id !== undefined) return id;
        }
        return false;
      });
    },
    fits(hash, existing) {
      const [first] = parsedHashes(existing);
      if (first === undefined) return true;
      return fromText(hash)?.salt.equals(first.salt) ?? false;
    },
  };
};
