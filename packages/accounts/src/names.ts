import { type CalendarError, foldText, invalidParameter } from "@kalends/core";

const MAX_NAME = 60;
/** Basic credentials end the name at the first colon. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:]/u;

/** Why nobody can be called this; `undefined` for a fine name: 1 to 60 characters, no colon, no control characters. */
export const nameProblem = (name: string): CalendarError | undefined => {
  if (name.trim() === "" || foldText(name).trim() === "")
    return invalidParameter("name", { reason: "empty" });
  if ([...name].length > MAX_NAME) {
    return invalidParameter("name", { reason: "too-long", values: { maximum: MAX_NAME } });
  }
  if (FORBIDDEN.test(name) || name !== name.trim()) {
    return invalidParameter("name", { reason: "invalid-text" });
  }
  return undefined;
};
