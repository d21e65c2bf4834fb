import { isCalendarError, isStorageFailure } from "@kalends/core/plugin";

/**
 * Returns the result of an API call. Returns `undefined` if the API refuses the call for any reason, for
 * example because the record is missing, in the trash or not public. Rejects if the storage fails.
 */
export const orUndefined = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (isCalendarError(error) && !isStorageFailure(error)) return undefined;
    throw error;
  }
};
