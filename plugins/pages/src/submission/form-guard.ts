import { type Clock, type Collection, toNetwork } from "@kalends/core/plugin";

/** What keeps robots away without scripts and without accounts: forms are signed, and may be sent so often. */
export interface FormGuard {
  /** A new form: a text that it sends back. */
  issue(): Promise<string>;
  /** The name of the form, or why it is not taken. */
  check(token: string): Promise<{ readonly form: string } | { readonly refusal: "unknown" | "quick" }>;
  /** Counts one more from this address; false, and nothing counted, where the limit is reached. */
  admit(address: string): Promise<boolean>;
}

export interface FormLimits {
  readonly perAddress: number;
  readonly inAll: number;
}

/** What the guard keeps, in one collection: its secret, and the counts of the hour. */
export type GuardDocument =
  | { readonly secret: string }
  | {
      readonly hour: number;
      readonly salt: string;
      readonly total: number;
      readonly senders: Readonly<Record<string, number>>;
    };

/** A person takes longer to fill a form, and a form is not older. */
const [SHORTEST, LONGEST] = [3_000, 24 * 60 * 60 * 1000];
const HOUR = 60 * 60 * 1000;

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export const createFormGuard = (
  documents: Collection<GuardDocument>,
  clock: Clock,
  { perAddress, inAll }: FormLimits,
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
      // Addresses are not kept; with the hour goes what they could be found by.
      const digest = await crypto.subtle.digest("SHA-256", bytesOf(`${shared} ${toNetwork(address)}`));
      const sender = toHex(digest).slice(0, 16);
      let isAdmitted = false;
      await documents.change("hour", (current) => {
        isAdmitted = false;
        if (current === undefined || !("hour" in current)) return undefined;
        const count = current.senders[sender] ?? 0;
        if (current.total >= inAll || count >= perAddress) return undefined;
        isAdmitted = true;
        return {
          ...current,
          total: current.total + 1,
          senders: { ...current.senders, [sender]: count + 1 },
        };
      });
      return isAdmitted;
    },
  };
};
