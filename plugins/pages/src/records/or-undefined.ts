import { isCalendarError, isStorageFailure } from "@kalends/core/plugin";

/**
 * Returns the result, or `undefined` if the API refuses it because the record is missing, trashed or not
 * public.
 */
export const orUndefined = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (isCalendarError(error) && !isStorageFailure(error)) return undefined;
    throw error;
  }
};
