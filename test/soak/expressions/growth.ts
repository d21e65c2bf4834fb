/** Characters that each escape matches, one example each. */
const ESCAPES: Readonly<Record<string, string>> = {
  s: " ",
  S: "!",
  d: "1",
  D: "x",
  w: "a",
  W: "!",
  n: "\n",
  t: "\t",
};
/** Characters that are tried with every regular expression. */
const USUAL = ["a", "1", " ", "\n", "/", "-", ".", "<", ">", "&", '"', "=", ":", ";", ",", "\u0301", "é"];
const SUFFIXES = ["", "\0", "\n", "<"];
const MAX_ATOMS = 14;

const ATOM =
  /\\[pP]\{[^}]*\}|\\[xu][\da-fA-F{}]+|\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|\(\?(?:<?[=!]|:|<\w+>)|[()|*+?^$]|\{\d*,?\d*\}|[\s\S]/gu;

const firstOf = (atom: string): string => {
  if (atom === ".") return "x";
  if (!atom.startsWith("\\")) return atom;
  const letter = atom[1] ?? "";
  if (letter === "p") return /\{M\}/.test(atom) ? "\u0301" : "a";
  if (letter === "x" || letter === "u") return new RegExp(atom, "u").source === "" ? "" : "\u00e9";
  return ESCAPES[letter] ?? (/[bB]/.test(letter) ? "" : letter);
};

/**
 * Returns characters that a character class matches. For a negated class, returns characters other than those
 * listed.
 */
const ofClass = (atom: string): readonly string[] => {
  const isNegated = atom.startsWith("[^");
  const inside = atom.slice(isNegated ? 2 : 1, -1).match(ATOM) ?? [];
  const members = inside.map(firstOf);
  return isNegated ? USUAL.filter((one) => !members.includes(one)).slice(0, 2) : members.slice(0, 3);
};

/**
 * Returns characters that a regular expression can match, roughly in order. Alternatives are listed one after
 * the other.
 */
const readsOf = (source: string): readonly string[] =>
  (source.match(ATOM) ?? [])
    .flatMap((atom) => {
      if (/^(?:\(.*|[)|*+?^$]|\{\d*,?\d*\})$/.test(atom)) return [];
      return atom.startsWith("[") ? ofClass(atom).slice(0, 1) : [firstOf(atom)];
    })
    .filter((text) => text !== "");

const pumpsOf = (source: string): readonly string[] => {
  const reads = readsOf(source).slice(0, MAX_ATOMS);
  const runs = reads.flatMap((_, at) =>
    [1, 2, 3, 4, 6].map((length) => reads.slice(at, at + length).join("")),
  );
  const members = (source.match(ATOM) ?? []).filter((atom) => atom.startsWith("[")).flatMap(ofClass);
  return [...new Set([...runs, ...members, ...USUAL])].filter((pump) => pump !== "");
};

/** Runs the regular expression three times and returns the shortest duration in milliseconds. */
const timeOf = (expression: RegExp, text: string): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      text.replace(expression, "");
      return performance.now() - start;
    }),
  );

/**
 * Duration in milliseconds above which growth is measured. A linear expression reaches it only at the
 * greatest length.
 */
const LONG = 15;
/**
 * Lengths of the tried texts in characters. The first steps are small, so that exponential growth is noticed
 * before a run takes too long.
 */
const LENGTHS = [12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 33, 36, 40, 45, 50, 60, 80, 500, 2000, 8000, 32_000];
/**
 * Maximum factor by which the duration may grow if the length is multiplied by four. Linear growth has factor
 * four, quadratic growth has factor sixteen.
 */
const MAX_GROWTH = 8;

/**
 * Searches for a text on which a regular expression takes more than linear time. Returns a sentence about
 * such a text, or `undefined` if none is found.
 */
export const findGrowth = (source: string, flags: string): string | undefined => {
  const expression = new RegExp(source, flags.includes("g") || flags.includes("y") ? flags : `${flags}g`);
  const reads = readsOf(source).slice(0, MAX_ATOMS);
  const prefixes = ["", ...reads.map((_, at) => reads.slice(0, at + 1).join(""))];
  for (const pump of pumpsOf(source))
    for (const prefix of prefixes)
      for (const suffix of SUFFIXES) {
        const attack = (length: number): string =>
          prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;
        for (const length of LENGTHS) {
          const start = performance.now();
          attack(length).replace(expression, "");
          if (performance.now() - start < LONG) continue;
          const [short, long] = [timeOf(expression, attack(length / 4)), timeOf(expression, attack(length))];
          if (long < LONG || long / short < MAX_GROWTH) continue;
          return `${JSON.stringify(prefix)}, ${length} characters of ${JSON.stringify(pump)}, ${JSON.stringify(suffix)}: ${long.toFixed()} ms`;
        }
      }
  return undefined;
};
