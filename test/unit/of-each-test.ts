/** Resources that a test opens and closes. */
interface Opened {
  readonly store: { close(): Promise<void> };
}

/**
 * Opens a calendar before each test of the enclosing suite and closes it afterwards. The result is a proxy
 * for the calendar of the running test; it fails outside of tests and hooks.
 */
export const ofEachTest = <Calendar extends Opened>(open: () => Promise<Calendar>): Calendar => {
  let current: Calendar | undefined;
  beforeEach(async () => {
    current = await open();
  });
  afterEach(() => current?.store.close());
  return new Proxy({} as Calendar, {
    get: (_, member) => {
      if (current === undefined) throw new Error("A calendar is open in tests only.");
      return Reflect.get(current, member);
    },
  });
};
