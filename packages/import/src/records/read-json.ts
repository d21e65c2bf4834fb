/** Records have a few levels of objects and lists; what works on them goes down as deep as they do. */
const DEEPEST = 50;

const [QUOTE, BACKSLASH, BRACKET, BRACE, END_OF_BRACKET, END_OF_BRACE] = [0x22, 0x5c, 0x5b, 0x7b, 0x5d, 0x7d];

/** True if lists and objects of the JSON lie deeper within each other: looks at the text, so that none of them is made. */
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

/** What somebody else wrote, as JSON; `undefined` where it is none, or deeper than records of any source. */
export const readJson = (text: string): unknown => {
  if (isNestedDeeper(text, DEEPEST)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
