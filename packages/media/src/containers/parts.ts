/** Parts of a stripped file, in order: kept byte ranges of the original file and added buffers. */
export interface Parts {
  /** Adds a byte range. Adjacent ranges become one part. */
  keep(start: number, end: number): void;
  add(part: Buffer): void;
  toList(): readonly Buffer[];
}

export const createParts = (bytes: Buffer): Parts => {
  const parts: Buffer[] = [];
  let from = 0;
  let to = 0;
  const flush = (): void => {
    if (to > from) parts.push(bytes.subarray(from, to));
    from = to;
  };
  return {
    keep(start, end) {
      if (start !== to) {
        flush();
        from = start;
      }
      to = end;
    },
    add(part) {
      flush();
      parts.push(part);
    },
    toList() {
      flush();
      return parts;
    },
  };
};
