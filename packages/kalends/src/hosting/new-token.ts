import { randomBytes } from "node:crypto";

/** 16 characters of `0-9a-f` that nobody can guess. */
export const newToken = (): string => randomBytes(8).toString("hex");
