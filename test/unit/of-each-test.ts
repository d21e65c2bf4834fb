/** What a test opens and closes again. */
interface Opened {
  readonly store: { close(): Promise<void> };
}

/**
 * Opens a calendar before each test of the suite it is called in, and closes it afterwards. What it answers stands for the
 * calendar of the running test: outside of tests and hooks there is none, and reading from it fails.
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
