/** Records have a few levels of objects and lists; what works on them goes down as deep as they do. */
const DEEPEST = 50;

const isTooDeep = (value: unknown, level = 1): boolean =>
  typeof value === "object" &&
  value !== null &&
  (level > DEEPEST || Object.values(value).some((entry) => isTooDeep(entry, level + 1)));

/** What somebody else wrote, as JSON; `undefined` where it is none, or deeper than records of any source. */
export const readJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
};
