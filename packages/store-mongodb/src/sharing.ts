/** Asks a question once for all who ask the same. */
export type Share = <T>(question: string, ask: () => Promise<T>) => Promise<T>;

/**
 * Whoever asks what is being asked already waits until that is answered, and is answered with all others who wait by asking
 * once more: each answer was asked for after its question, so that it tells all that was written before. Nothing is kept.
 */
export const createShare = (): Share => {
  const underWay = new Map<string, Promise<unknown>>();
  const following = new Map<string, Promise<unknown>>();
  const begin = <T>(question: string, ask: () => Promise<T>): Promise<T> => {
    const answer = ask().finally(() => {
      if (underWay.get(question) === answer) underWay.delete(question);
    });
    underWay.set(question, answer);
    return answer;
  };
  return <T>(question: string, ask: () => Promise<T>) => {
    const current = underWay.get(question);
    if (current === undefined) return begin(question, ask);
    const next =
      following.get(question) ??
      current
        .catch(() => undefined)
        .then(() => {
          following.delete(question);
          return begin(question, ask);
        });
    following.set(question, next);
    // Whoever asks the same is answered with the same.
    return next as Promise<T>;
  };
};
