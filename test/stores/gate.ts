/** Creates a promise that resolves when `open` is called. Tests use it to hold work at a known point. */
export const createGate = (): { readonly passed: Promise<void>; open(): void } => {
  const state = { open: () => {} };
  const passed = new Promise<void>((resolve) => {
    state.open = resolve;
  });
  return { passed, open: () => state.open() };
};
