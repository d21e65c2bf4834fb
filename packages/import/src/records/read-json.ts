/**
 * Maximum nesting depth of JSON. Real records have only a few levels, and the code that processes them is
 * recursive.
 */
const MAX_DEPTH = 50;

const [QUOTE, BACKSLASH, BRACKET, BRACE, END_OF_BRACKET, END_OF_BRACE] = [0x22, 0x5c, 0x5b, 0x7b, 0x5d, 0x7d];

/**
 * True if a JSON text has lists and objects nested deeper than `levels`. Scans the text without parsing it.
 */
export const isNestedDeeper = (json: string, levels: number): boolean => {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (code === BRACKET || code === BRACE) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === END_OF_BRACKET || code === END_OF_BRACE) depth -= 1;
  }
  return false;
};

/** Parses JSON from an untrusted source. Returns `undefined` if the text is invalid or nested too deeply. */
export const readJson = (text: string): unknown => {
  if (isNestedDeeper(text, MAX_DEPTH)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
