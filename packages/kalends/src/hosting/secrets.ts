import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Secrets } from "@kalends/core/interface";

const hashOf = (secret: string): string => hash("sha256", secret, "base64url");

export const secrets: Secrets = {
  create() {
    const secret = randomBytes(32).toString("base64url");
    return { secret, hash: hashOf(secret) };
  },
  matches(secret, kept) {
    const [one, other] = [Buffer.from(hashOf(secret)), Buffer.from(kept)];
    return one.length === other.length && timingSafeEqual(one, other);
  },
};

/** Returns 16 random characters of `0-9a-f`. */
export const newToken = (): string => randomBytes(8).toString("hex");
