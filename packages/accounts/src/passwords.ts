import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { type Account, CalendarError, type StoredCredential } from "@kalends/core";
import { createGate, type GateLimits } from "./gate.ts";
import { randomLettersAndDigits } from "./random-text.ts";

/** Derives a key of `KEY_BYTES` from a password; scrypt unless somebody wants to count the calls. */
export type DeriveKey = (password: string, salt: Buffer, cost: ScryptCost) => Promise<Buffer>;

/** `logN`: binary logarithm of scrypt's N. */
export interface ScryptCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** 16 MiB and about 40 ms each. */
const COST: ScryptCost = { logN: 14, r: 8, p: 1 };
/** Two at once leave half of libuv's threads to the files; a hundred waiting ones are two seconds of work. */
const LIMITS: GateLimits = { width: 2, waiting: 100, waitingOfOne: 20 };
/** All names that nobody has wait as one; ids begin at 1. */
const NOBODY = 0;

const GENERATED_LENGTH = 24;
const GROUPS = /(?<=^(?:.{4})+)(?!$)/g;
const BLANKS = /\s+/gu;

/** 24 letters and digits (142 bits) in groups of four. */
export const generatePassword = (): string => randomLettersAndDigits(GENERATED_LENGTH).replace(GROUPS, " ");

/** What of a password counts: everything but its blanks. */
export const toPlainPassword = (password: string): string => password.normalize("NFC").replace(BLANKS, "");

/** scrypt of node:crypto, off the main thread. */
export const deriveWithScrypt: DeriveKey = (password, salt, { logN, r, p }) =>
  new Promise((resolve, reject) => {
    const N = 2 ** logN;
    const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });

interface PasswordHash {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

const HASH = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,128})\$([\w-]{43})$/;

const toText = ({ cost: { logN, r, p }, salt, key }: PasswordHash): string =>
  `scrypt$${logN}$${r}$${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;

/** `undefined` for the hashes of tokens, and for costs that would stop the machine. */
const fromText = (text: string): PasswordHash | undefined => {
  const [, logN, r, p, salt = "", key = ""] = HASH.exec(text) ?? [];
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  if (!(cost.logN >= 1 && cost.logN <= 20 && cost.r >= 1 && cost.r <= 16 && cost.p >= 1 && cost.p <= 4)) {
    return undefined;
  }
  return { cost, salt: Buffer.from(salt, "base64url"), key: Buffer.from(key, "base64url") };
};

const passwordHashes = (credentials: readonly StoredCredential[]): readonly PasswordHash[] =>
  credentials.flatMap(({ kind, hash }) => (kind === "password" ? (fromText(hash) ?? []) : []));

/** Those made with the same salt and cost, which one derived key can be compared with. */
const groupBySalt = (hashes: readonly PasswordHash[]): readonly (readonly PasswordHash[])[] => {
  const groups = new Map<string, PasswordHash[]>();
  for (const hash of hashes) {
    const name = toText({ ...hash, key: Buffer.alloc(0) });
    groups.set(name, [...(groups.get(name) ?? []), hash]);
  }
  return [...groups.values()];
};

export interface Passwords {
  /**
   * The text to keep for this password (blanks ignored). The passwords of one account share a salt, so that trying one
   * costs the same however many there are: `beside` are the credentials the account has already.
   */
  hash(password: string, beside: readonly StoredCredential[]): Promise<string>;
  /**
   * Whether this is one of the account's passwords. Costs one scrypt also when it has none or is nobody's, so that time
   * tells nobody which names exist. Rejects with `rest_storage_unavailable` while too many others are being checked:
   * nothing is known of the password then.
   */
  verify(password: string, account: Pick<Account, "id" | "credentials"> | undefined): Promise<boolean>;
  /** Whether a hash could have been made beside these credentials. */
  fits(hash: string, beside: readonly StoredCredential[]): boolean;
}

const tooMany = (): CalendarError =>
  new CalendarError("rest_storage_unavailable", {}, { cause: new Error("Too many passwords to check") });

/** Application passwords as salted scrypt hashes. Source: 90-decisions P8. */
export const createPasswords = (
  deriveKey: DeriveKey = deriveWithScrypt,
  limits: GateLimits = LIMITS,
): Passwords => {
  const gate = createGate(limits);
  const nobodysSalt = randomBytes(SALT_BYTES);

  const isOneOf = async (password: string, hashes: readonly PasswordHash[]): Promise<boolean> => {
    const { salt, cost } = hashes[0] ?? { salt: nobodysSalt, cost: COST };
    const key = await deriveKey(password, salt, cost);
    return hashes.filter((hash) => timingSafeEqual(hash.key, key)).length > 0;
  };

  return {
    async hash(password, beside) {
      const [first] = passwordHashes(beside);
      const salt = first?.salt ?? randomBytes(SALT_BYTES);
      const cost = first?.cost ?? COST;
      return toText({ cost, salt, key: await deriveKey(toPlainPassword(password), salt, cost) });
    },
    async verify(password, account) {
      const plain = toPlainPassword(password);
      const groups = groupBySalt(passwordHashes(account?.credentials ?? []));
      const found = await gate.run(String(account?.id ?? NOBODY), async () => {
        for (const group of groups.length === 0 ? [[]] : groups) {
          if (await isOneOf(plain, group)) return true;
        }
        return false;
      });
      if (found === undefined) throw tooMany();
      return found;
    },
    fits(hash, beside) {
      const [first] = passwordHashes(beside);
      if (first === undefined) return true;
      return fromText(hash)?.salt.equals(first.salt) ?? false;
    },
  };
};
