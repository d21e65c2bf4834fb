/** Returns a promise that is resolved from outside, for work that waits at a known point. */
export const createGate = (): { readonly passed: Promise<void>; open(): void } => {
  const state = { open: () => {} };
  const passed = new Promise<void>((resolve) => {
    state.open = resolve;
  });
  return { passed, open: () => state.open() };
};
