/**
 * Minimum and maximum number of bytes of a secret (Standard Webhooks 1.0), and number of bytes of a generated
 * secret.
 */
const [MIN_LENGTH, MAX_LENGTH, MADE] = [24, 64, 32];
const PREFIX = "whsec_";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Returns a new secret of 256 random bits. */
export const newSecret = (): string =>
  PREFIX + Buffer.from(crypto.getRandomValues(new Uint8Array(MADE))).toString("base64");

const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

/** True if the text is `whsec_` followed by 24 to 64 bytes in base64. */
export const isSecret = (text: string): boolean => {
  if (!text.startsWith(PREFIX) || text.length > 100 || !BASE64.test(text.slice(PREFIX.length))) return false;
  const { length } = bytesOf(text);
  return length >= MIN_LENGTH && length <= MAX_LENGTH;
};

/** Parts of a message that are signed. */
export interface Message {
  readonly id: string;
  /** Time of the attempt, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Returns the headers of a message. `webhook-signature` contains one signature for each secret. Source:
 * Standard Webhooks 1.0.
 */
export const signedHeaders = async (
  { id, timestamp, body }: Message,
  secrets: readonly string[],
): Promise<Readonly<Record<string, string>>> => {
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const algorithm = { name: "HMAC", hash: "SHA-256" };
      const key = await crypto.subtle.importKey("raw", bytesOf(secret), algorithm, false, ["sign"]);
      return `v1,${Buffer.from(await crypto.subtle.sign("HMAC", key, signed)).toString("base64")}`;
    }),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
};
