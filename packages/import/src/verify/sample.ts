/** Numbers from 0 up to 1, the same ones for the same seed. */
const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Some of all things that go by, each as likely as the others, without knowing how many there will be. */
export interface Sample<T> {
  offer(thing: T): void;
  taken(): readonly T[];
}

/** Of at most `size` things, which are all that is held. */
export const createSample = <T>(size: number, seed: number): Sample<T> => {
  const random = createRandom(seed);
  const kept: T[] = [];
  let seen = 0;
  return {
    offer(thing) {
      seen += 1;
      if (kept.length < size) kept.push(thing);
      else {
        const place = Math.floor(random() * seen);
        if (place < size) kept[place] = thing;
      }
    },
    taken: () => kept,
  };
};
