/** Room for so many streams, which callers share fairly. */
export interface StreamPlaces {
  /**
   * Answers how to give the place back; `undefined`: there is none. Where all are taken, one of the caller who has most is displaced
   * for somebody who has fewer, and `displace` is called, which need not give it back.
   */
  take(caller: string, displace: () => void): (() => void) | undefined;
}

interface Place {
  readonly caller: string;
  readonly displace: () => void;
}

export const createStreamPlaces = (capacity: number): StreamPlaces => {
  /** The oldest first. */
  const taken = new Set<Place>();

  const countsOf = (): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const { caller } of taken) counts.set(caller, (counts.get(caller) ?? 0) + 1);
    return counts;
  };

  /** The oldest place of who has most, if that is still as many as `caller` without it. */
  const findDisplaced = (caller: string): Place | undefined => {
    const counts = countsOf();
    const most = Math.max(...counts.values());
    if (most < (counts.get(caller) ?? 0) + 2) return undefined;
    return [...taken].find((place) => counts.get(place.caller) === most);
  };

  return {
    take(caller, displace) {
      if (taken.size >= capacity) {
        const displaced = findDisplaced(caller);
        if (displaced === undefined) return undefined;
        taken.delete(displaced);
        displaced.displace();
      }
      const place = { caller, displace };
      taken.add(place);
      return () => void taken.delete(place);
    },
  };
};
