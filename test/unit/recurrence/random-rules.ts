import fc from "fast-check";

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

const list = (values: fc.Arbitrary<number | string>, maxLength = 4): fc.Arbitrary<string> =>
  fc.uniqueArray(values, { minLength: 1, maxLength }).map((entries) => entries.join(","));

const signed = (maximum: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1, max: maximum }).chain((number) => fc.constantFrom(number, number, -number));

const often = (value: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> =>
  fc.option(value, { nil: undefined, freq: 1 });
const seldom = (value: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const weekdays = list(fc.constantFrom(...WEEKDAYS), 7);
const ordinals = (maximum: number): fc.Arbitrary<string> =>
  list(
    fc
      .tuple(fc.option(signed(maximum), { nil: "" }), fc.constantFrom(...WEEKDAYS))
      .map(([ordinal, day]) => `${ordinal}${day}`),
  );

const partsOf = (frequency: string): Readonly<Record<string, fc.Arbitrary<string | undefined>>> => {
  const isSubDaily = ["SECONDLY", "MINUTELY", "HOURLY"].includes(frequency);
  const never = fc.constant(undefined);
  return {
    FREQ: fc.constant(frequency),
    INTERVAL: often(
      fc
        .oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: isSubDaily ? 100_000 : 40 }))
        .map(String),
    ),
    BYSECOND: seldom(list(fc.integer({ min: 0, max: 59 }), 2)),
    BYMINUTE: seldom(list(fc.integer({ min: 0, max: 59 }), 3)),
    BYHOUR: seldom(list(fc.integer({ min: 0, max: 23 }))),
    BYDAY: often(
      frequency === "MONTHLY"
        ? fc.oneof(weekdays, ordinals(5))
        : frequency === "YEARLY"
          ? fc.oneof(weekdays, ordinals(5), ordinals(53))
          : weekdays,
    ),
    BYMONTHDAY: frequency === "WEEKLY" ? never : seldom(list(signed(31))),
    BYYEARDAY: ["DAILY", "WEEKLY", "MONTHLY"].includes(frequency) ? never : seldom(list(signed(366))),
    BYWEEKNO: frequency === "YEARLY" ? seldom(list(signed(53))) : never,
    BYMONTH: seldom(list(fc.integer({ min: 1, max: 12 }))),
    BYSETPOS: seldom(list(fc.oneof(signed(4), signed(60)), 2)),
    WKST: seldom(fc.constantFrom(...WEEKDAYS)),
  };
};

/** Random endless rules that RFC 5545 allows. */
export const anyRule: fc.Arbitrary<string> = fc
  .constantFrom(
    "YEARLY",
    "MONTHLY",
    "WEEKLY",
    "DAILY",
    "YEARLY",
    "MONTHLY",
    "WEEKLY",
    "DAILY",
    "HOURLY",
    "MINUTELY",
    "SECONDLY",
  )
  .chain((frequency) => fc.record(partsOf(frequency)))
  .map((parts) => {
    const given = Object.entries(parts).filter(([, value]) => value !== undefined);
    const has = (test: (name: string) => boolean): boolean => given.some(([name]) => test(name));
    const isFree = !has((name) => name.startsWith("BY") && name !== "BYSETPOS");
    return given
      .filter(([name]) => !(name === "BYSETPOS" && isFree))
      .map(([name, value = ""]) =>
        // With BYWEEKNO, weekdays must not have a number.
        name === "BYDAY" && has((other) => other === "BYWEEKNO")
          ? `${name}=${[...new Set(value.split(",").map((day) => day.slice(-2)))].join(",")}`
          : `${name}=${value}`,
      )
      .join(";");
  });

/**
 * Random local times from 1990 to 2060, in milliseconds as if they were UTC. Many of them are at full or half
 * hours.
 */
export const anyStart: fc.Arbitrary<number> = fc
  .tuple(
    fc.integer({ min: 7305, max: 33_237 }),
    fc.oneof(
      fc.integer({ min: 0, max: 86_399 }),
      fc.integer({ min: 0, max: 47 }).map((half) => half * 1800),
    ),
  )
  .map(([day, second]) => (day * 86_400 + second) * 1000);
