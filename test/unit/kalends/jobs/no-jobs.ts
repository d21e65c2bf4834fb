/** Background jobs of a calendar in which nobody starts any. */
export const NO_JOBS = {
  run: async (): Promise<void> => undefined,
  removeOld: async (): Promise<void> => undefined,
  onStart: (): void => undefined,
};
