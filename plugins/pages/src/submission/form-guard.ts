import {
  type Collection,
  type DocumentCollection,
  documentForm,
  type PluginDeps,
} from "@kalends/core/plugin";
import { countProposal, type FormLimits, isSenders, networksOf, type SenderCounts } from "./sender-counts.ts";

/**
 * Protects the form for event proposals from automated submissions, without scripts or accounts. Each form
 * has a signed token, and the number of proposals is limited.
 */
export interface FormGuard {
  /** Creates the signed token of a new form. The browser sends the token back with the form. */
  issue(): Promise<string>;
  /**
   * Verifies the token of a submitted form. Returns the id of the form, or the reason why the token is
   * refused: invalid or too old, or sent too quickly.
   */
  check(token: string): Promise<{ readonly form: string } | { readonly refusal: "unknown" | "quick" }>;
  /**
   * Counts a proposal from this IP address. If a limit is reached, the function counts nothing and returns
   * false.
   */
  admit(address: string): Promise<boolean>;
}

/** Stored documents of the guard: one with the signing secret, one with the counts of the current hour. */
export type GuardDocument =
  | { readonly secret: string }
  | (SenderCounts & { readonly hour: number; readonly salt: string });

const isSecret = documentForm.object({ secret: (secret) => typeof secret === "string" && secret !== "" });
const isHour = documentForm.object({
  hour: documentForm.integer,
  salt: documentForm.text,
  total: documentForm.integer,
  senders: isSenders,
});

export const GUARD: DocumentCollection = {
  name: "form-guard",
  isWellFormed: (value, key) => (key === "secret" ? isSecret(value) : isHour(value)),
};

/**
 * Minimum and maximum time between the creation and the submission of a form, in milliseconds. Robots submit
 * faster than the minimum.
 */
const [MIN_AGE_MS, MAX_AGE_MS] = [3_000, 24 * 60 * 60 * 1000];
const HOUR = 60 * 60 * 1000;
/**
 * Number of hexadecimal digits of a network digest. Short digests keep all counts of an hour in one small
 * document. If two networks get the same digest, they only share a limit.
 */
const DIGEST = 10;

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export const createFormGuard = (
  documents: Collection<GuardDocument>,
  clock: PluginDeps["clock"],
  limits: FormLimits,
): FormGuard => {
  const secretOf = async (): Promise<string> => {
    const known = await documents.get("secret");
    if (known !== undefined && "secret" in known) return known.secret;
    const made = toHex(crypto.getRandomValues(new Uint8Array(32)).buffer);
    const stored = await documents.change("secret", (current) => current ?? { secret: made });
    return stored !== undefined && "secret" in stored ? stored.secret : made;
  };
  const keyOf = async (): Promise<Awaited<ReturnType<typeof crypto.subtle.importKey>>> =>
    crypto.subtle.importKey("raw", bytesOf(await secretOf()), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
      "verify",
    ]);

  return {
    async issue() {
      const form = `${clock.now()}-${crypto.randomUUID()}`;
      return `${form}.${toHex(await crypto.subtle.sign("HMAC", await keyOf(), bytesOf(form)))}`;
    },
    async check(token) {
      const [, form = "", time = "", signature = ""] =
        /^((\d{1,15})-[0-9a-f-]{36})\.([0-9a-f]{64})$/.exec(token) ?? [];
      const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
      const isSigned =
        form !== "" && (await crypto.subtle.verify("HMAC", await keyOf(), bytes, bytesOf(form)));
      const age = clock.now() - Number(time);
      if (!isSigned || age > MAX_AGE_MS) return { refusal: "unknown" };
      return age < MIN_AGE_MS ? { refusal: "quick" } : { form };
    },
    async admit(address) {
      const hour = Math.floor(clock.now() / HOUR);
      const salt = crypto.randomUUID();
      const counts = await documents.change("hour", (current) =>
        current !== undefined && "hour" in current && current.hour === hour
          ? undefined
          : { hour, salt, total: 0, senders: {} },
      );
      const shared = counts !== undefined && "salt" in counts ? counts.salt : salt;
      // Only digests of IP addresses are stored. Their salt is replaced every hour, so older digests cannot
      // be traced back. `kind` prevents an address and a network from having the same digest.
      const digest = async (kind: string, network: string): Promise<string> => {
        const bytes = await crypto.subtle.digest("SHA-256", bytesOf(`${shared} ${kind} ${network}`));
        return toHex(bytes).slice(0, DIGEST);
      };
      const found = networksOf(address);
      const networks = {
        address: await digest("address", found.address),
        site: await digest("site", found.site),
        provider: await digest("provider", found.provider),
      };
      let isAdmitted = false;
      await documents.change("hour", (current) => {
        isAdmitted = false;
        if (current === undefined || !("hour" in current)) return undefined;
        const counted = countProposal(current, networks, limits);
        isAdmitted = counted !== undefined;
        return counted && { ...current, ...counted };
      });
      return isAdmitted;
    },
  };
};
