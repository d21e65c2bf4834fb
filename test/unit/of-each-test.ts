/** Resources that are opened for each test and closed after it. */
interface Opened {
  readonly store: { close(): Promise<void> };
}

/**
 * Opens a calendar before each test of the enclosing test suite and closes it afterwards. The returned proxy
 * stands for the calendar of the running test. It must not be used outside of tests and hooks.
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
