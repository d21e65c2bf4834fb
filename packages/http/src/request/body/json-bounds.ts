import { invalidParameter, type Problem } from "@kalends/core";
import { MAX_DEPTH, MAX_VALUES, SHOWN_NAME } from "@kalends/core/interface";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Returns the index at which the string that begins at `start` ends: the index of its closing quote, or the
 * end of the text.
 */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
};

const toName = (quoted: string): string => {
  try {
    return String(JSON.parse(quoted)).slice(0, SHOWN_NAME);
  } catch {
    return quoted.slice(1, SHOWN_NAME);
  }
};

/**
 * Checks the limits of a JSON text before it is parsed. Throws `rest_invalid_param` for the first member that
 * is nested too deeply or exceeds the maximum number of values. Does not throw for text that is not JSON.
 * Source: rules/interface.md#request-limits.
 */
export const checkJsonBounds = (text: string): void => {
  let depth = 0;
  let values = 0;
  let latest = "";
  let member = "";
  const refuse = (problem: Problem): never => {
    throw invalidParameter(toName(member), problem);
  };
  const demandFewer = (): void => {
    if (values > MAX_VALUES) refuse({ reason: "too-many", values: { maximum: MAX_VALUES } });
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (depth === 1) latest = text.slice(at, end + 1);
      at = end;
    } else if (code === COLON) {
      if (depth !== 1) continue;
      member = latest;
      demandFewer();
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) refuse({ reason: "too-deep", values: { maximum: MAX_DEPTH } });
      demandFewer();
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if (code === COMMA) {
      // Each value except the first one of a list or object follows a comma.
      values += 1;
      if (depth !== 1) demandFewer();
    }
  }
};
