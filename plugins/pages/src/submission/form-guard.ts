import type { Clock, Collection } from "@kalends/core/plugin";
import { countSender, type FormLimits, networksOf, type SenderCounts } from "./sender-counts.ts";

/** What keeps robots away without scripts and without accounts: forms are signed, and may be sent so often. */
export interface FormGuard {
  /** A new form: a text that it sends back. */
  issue(): Promise<string>;
  /** The name of the form, or why it is not taken. */
  check(token: string): Promise<{ readonly form: string } | { readonly refusal: "unknown" | "quick" }>;
  /** Counts one more from this address; false, and nothing counted, where a limit is reached. */
  admit(address: string): Promise<boolean>;
}

/** What the guard keeps, in one collection: its secret, and the counts of the hour. */
export type GuardDocument =
  | { readonly secret: string }
  | (SenderCounts & { readonly hour: number; readonly salt: string });

/** A person takes longer to fill a form, and a form is not older. */
const [SHORTEST, LONGEST] = [3_000, 24 * 60 * 60 * 1000];
const HOUR = 60 * 60 * 1000;
/** Digits of a network's digest: all that an hour has fit into a document, and two that are the same harm little. */
const DIGEST = 10;

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export const createFormGuard = (
  documents: Collection<GuardDocument>,
  clock: Clock,
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
      const isOurs = form !== "" && (await crypto.subtle.verify("HMAC", await keyOf(), bytes, bytesOf(form)));
      const age = clock.now() - Number(time);
      if (!isOurs || age > LONGEST) return { refusal: "unknown" };
      return age < SHORTEST ? { refusal: "quick" } : { form };
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
      // Addresses are not kept; with the hour goes what they could be found by. A digest of an address is none of a network.
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
        const counted = countSender(current, networks, limits);
        isAdmitted = counted !== undefined;
        return counted && { ...current, ...counted };
      });
      return isAdmitted;
    },
  };
};
