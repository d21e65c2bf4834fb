/** Limit of open streams, shared fairly between callers. Each open stream takes one place. */
export interface StreamPlaces {
  /**
   * Takes a place and returns a function that releases it.
   * If all places are taken, the caller with the most places loses its oldest one. This caller must have at
   * least two places more than `caller`; otherwise, `take` returns `undefined`. `displace` is called when the
   * new place is lost in this way; the place then needs no release.
   */
  take(caller: string, displace: () => void): (() => void) | undefined;
}

interface Place {
  readonly caller: string;
  readonly displace: () => void;
}

export const createStreamPlaces = (capacity: number): StreamPlaces => {
  /** Taken places, oldest first. */
  const taken = new Set<Place>();

  const countsOf = (): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const { caller } of taken) counts.set(caller, (counts.get(caller) ?? 0) + 1);
    return counts;
  };

  /**
   * Returns the oldest place of the caller with the most places. Returns `undefined` if that caller does not
   * have at least two places more than `caller`.
   */
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
