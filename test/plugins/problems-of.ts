import type { Plugin } from "@kalends/core/interface";
import { createCalendar, OperatorError } from "kalends";

/** Opens a calendar with these plugins. Returns the reasons why it cannot be opened. */
export const problemsOf = async (plugins: readonly unknown[]): Promise<readonly string[]> => {
  try {
    const calendar = await createCalendar({ storage: "sqlite::memory:", plugins: plugins as Plugin[] });
    await calendar.close();
    return [];
  } catch (error) {
    if (error instanceof OperatorError) return error.problems;
    throw error;
  }
};
