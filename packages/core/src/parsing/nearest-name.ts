/**
 * Returns the known name that is most similar to a misspelt one. If several are equally similar, returns the
 * first. Returns `""` if there are no known names.
 * A typing mistake changes at most a third of the characters. If all known names differ more, it prefers
 * names that contain the misspelt one: `everySeconds` for `every`.
 */
export const nearestName = (name: string, known: readonly string[]): string => {
  const nearest = mostLike(name, known);
  if (distance(name, nearest) <= name.length / CHARACTERS_PER_MISTAKE) return nearest;
  const containing = known.filter((one) => one.toLowerCase().includes(name.toLowerCase()));
  return containing.length > 0 ? mostLike(name, containing) : nearest;
};

const CHARACTERS_PER_MISTAKE = 3;

const mostLike = (name: string, known: readonly string[]): string =>
  known.reduce(
    (best, candidate) => (distance(name, candidate) < distance(name, best) ? candidate : best),
    known[0] ?? "",
  );

/**
 * Returns the number of characters that must be inserted, removed or replaced to change one text to another.
 */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, character] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
};
