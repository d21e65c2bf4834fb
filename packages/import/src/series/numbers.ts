/** A growing list of numbers that takes 8 to 16 bytes for each number. */
export interface Numbers {
  size(): number;
  push(number: number): void;
  /** Returns the number at an index; 0 for an index beyond the end. */
  at(index: number): number;
}

const INITIAL_SIZE = 1024;

export const createNumbers = (): Numbers => {
  let numbers = new Float64Array(INITIAL_SIZE);
  let size = 0;
  return {
    size: () => size,
    push(number) {
      if (size === numbers.length) {
        const larger = new Float64Array(size * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[size] = number;
      size += 1;
    },
    at: (index) => (index < size ? (numbers[index] ?? 0) : 0),
  };
};
