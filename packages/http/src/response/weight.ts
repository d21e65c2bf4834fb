/** Of values that know what `weigh` is to answer for them. */
export const WEIGHT: unique symbol = Symbol("weight");

interface Weighted {
  [WEIGHT](): number;
}

/** What a member counts for besides its text, such as its name. */
const MEMBER = 16;
/** Nothing is heavier: a plugin may make a value that contains itself. */
const HEAVIEST = 1_073_741_824;

const isWeighted = (value: object): value is Weighted => WEIGHT in value;

/**
 * About how many characters a value takes as JSON, without making any: texts by their length, what is shown twice counts
 * twice. Escapes and the markup that presenters add are not counted.
 */
export const weigh = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  let weight = 0;
  // Not by recursion: what plugins store may be deep.
  const open: unknown[] = [value];
  while (open.length > 0 && weight < HEAVIEST) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    if (isWeighted(next)) {
      weight += next[WEIGHT]();
      continue;
    }
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    weight += MEMBER * members.length;
    for (const member of members) {
      if (typeof member === "string") weight += member.length;
      else if (typeof member === "object" && member !== null) open.push(member);
    }
  }
  return weight;
};
