/** A number found in a cost. */
export interface Amount {
  /** As it was written. */
  readonly text: string;
  /** With a decimal point and without thousands separators. */
  readonly plain: string;
  readonly value: number;
}

const NUMBER = /\d+(?:[.,]\d+)*|[.,]\d+/g;
/** What a language writes before the decimals of a number. */
export type DecimalMark = "." | ",";

/** Of a tag such as `en` or `es-MX`: regions differ. */
export const decimalMarkOf = (language: string): DecimalMark =>
  new Intl.NumberFormat(language).format(0.5).includes(",") ? "," : ".";

const toAmount = (text: string, plain: string): Amount => ({ text, plain, value: Number(plain) });

const withDecimal = (text: string, mark: string): Amount => {
  const at = text.lastIndexOf(mark);
  return toAmount(text, `${text.slice(0, at).replace(/[.,]/g, "")}.${text.slice(at + 1)}`);
};

const withoutDecimal = (text: string): Amount => toAmount(text, text.replace(/[.,]/g, ""));

/** The numbers that a run of digits and separators means. Source: 50-representations section 6.2. */
const readRun = (run: string, decimalMark: DecimalMark): readonly Amount[] => {
  const marks = run.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return [toAmount(run, run)];
  if (marks.some((mark) => mark !== last)) return [withDecimal(run, last)];
  const groups = run.split(last);
  if (marks.length === 1) {
    return [groups[1]?.length !== 3 || last === decimalMark ? withDecimal(run, last) : withoutDecimal(run)];
  }
  // Several marks of one kind separate thousands, or else the entries of a list.
  const grouped = groups.slice(1).every(({ length }) => length === 3);
  return grouped
    ? [withoutDecimal(run)]
    : groups.flatMap((group) => (group === "" ? [] : [toAmount(group, group)]));
};

/** The distinct numbers in the values of a cost, the lowest first. */
export const findAmounts = (values: readonly string[], decimalMark: DecimalMark): readonly Amount[] => {
  const [only = ""] = values;
  if (values.length === 1 && /^\d+$/.test(only)) return [toAmount(only, only)];
  const amounts = values.flatMap((value) =>
    (value.match(NUMBER) ?? []).flatMap((run) => readRun(run, decimalMark)),
  );
  const distinct = new Map(amounts.toReversed().map((amount) => [amount.value, amount]));
  return [...distinct.values()].sort((one, other) => one.value - other.value);
};
