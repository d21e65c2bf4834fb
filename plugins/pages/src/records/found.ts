import { isCalendarError, isStorageFailure } from "@kalends/core/plugin";

/** What the interface answers, or `undefined` where it says that there is nothing to see: missing, in the trash, not public. */
export const found = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (isCalendarError(error) && !isStorageFailure(error)) return undefined;
    throw error;
  }
};
