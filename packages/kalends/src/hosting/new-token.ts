import { randomBytes } from "node:crypto";

/** 16 random characters of `0-9a-f`. */
export const newToken = (): string => randomBytes(8).toString("hex");
