import { settledInTime } from "./settled-in-time.ts";

/** Milliseconds for which others wait for a list: what takes long is not helped by reading it several times at once. */
const PATIENCE = 5000;

/** Reads what a question asks for once for all who ask the same. */
export type ReadOnce = <T>(question: string, read: () => Promise<T>) => Promise<T>;

/**
 * Those who ask for what is being read already wait until that is done, and are then answered together by reading it once
 * more: each answer was read after it was asked for, so that it tells all that was written before. Nothing is kept.
 */
export const createReadOnce = (patience: number = PATIENCE): ReadOnce => {
  const underWay = new Map<string, Promise<unknown>>();
  const following = new Map<string, Promise<unknown>>();
  const begin = <T>(question: string, read: () => Promise<T>): Promise<T> => {
    const answer = read().finally(() => {
      // Somebody else may have begun meanwhile.
      if (underWay.get(question) === answer) underWay.delete(question);
    });
    underWay.set(question, answer);
    return answer;
  };
  const follow = <T>(current: Promise<unknown>, question: string, read: () => Promise<T>): Promise<T> => {
    const answer = settledInTime(current, patience).then(() => {
      following.delete(question);
      return begin(question, read);
    });
    following.set(question, answer);
    return answer;
  };
  return <T>(question: string, read: () => Promise<T>) => {
    const current = underWay.get(question);
    if (current === undefined) return begin(question, read);
    // Whoever asks the same is answered with the same.
    return (following.get(question) ?? follow(current, question, read)) as Promise<T>;
  };
};
