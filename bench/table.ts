import type { Measured } from "./load.ts";

/** Goal of a result, and whether the result meets the goal. */
export interface Goal {
  readonly text: string;
  readonly isMet: boolean;
}

/**
 * Results of one case. `ours` and the following members are the results of the same load on several servers.
 * `figure` is any other result.
 */
export interface Row {
  readonly name: string;
  readonly ours?: Measured;
  readonly naive?: Measured;
  readonly bare?: Measured;
  /** Text that the table shows instead of responses per second. */
  readonly figure?: string;
  readonly goals: readonly Goal[];
}

/**
 * Value by which two servers are compared: responses per second, or processor time. On a machine that runs
 * other programs, processor time is more reliable.
 */
export type RatioKind = "rate" | "processor";

const HEADINGS = [
  "case",
  "ours/s",
  "p50, p99 ms",
  "µs ours",
  "µs naive",
  "x naive (by processor)",
  "x bare (by processor)",
  "goal",
  "met",
];

export const HEADING: string = `| ${HEADINGS.join(" | ")} |\n|${HEADINGS.map(() => "---|").join("")}`;

/** Returns how many times faster the first server is than the second. */
export const ratioOf = (one: Measured, other: Measured, by: RatioKind): number =>
  by === "rate" ? one.perSecond / other.perSecond : other.processor / one.processor;

/** Returns a goal that is met if the first server is at least `atLeast` times as fast as the second. */
export const fasterBy = (
  atLeast: number,
  name: string,
  one: Measured,
  other: Measured,
  by: RatioKind,
): Goal => ({
  text: `>= ${atLeast.toFixed(1)} ${name}`,
  isMet: one.failures === 0 && ratioOf(one, other, by) >= atLeast,
});

/** Returns a goal that is met if the figure is at most `most`. */
export const within = (most: number, unit: string, figure: number): Goal => ({
  text: `<= ${most} ${unit}`,
  isMet: figure <= most,
});

export const atLeast = (least: number, unit: string, figure: number): Goal => ({
  text: `>= ${least} ${unit}`,
  isMet: figure >= least,
});

export const toRow = ({ name, ours, naive, bare, figure, goals }: Row): string => {
  const ratios = (other: Measured | undefined): string =>
    ours === undefined || other === undefined
      ? ""
      : `${ratioOf(ours, other, "rate").toFixed(2)} (${ratioOf(ours, other, "processor").toFixed(2)})`;
  const failures = [ours, naive, bare].reduce((sum, measured) => sum + (measured?.failures ?? 0), 0);
  const cells = [
    name,
    figure ?? (ours === undefined ? "" : ours.perSecond.toFixed(0)),
    ours === undefined ? "" : `${ours.p50.toFixed(0)}, ${ours.p99.toFixed(0)}`,
    ours === undefined ? "" : ours.processor.toFixed(0),
    naive === undefined ? "" : naive.processor.toFixed(0),
    ratios(naive),
    ratios(bare),
    goals.map(({ text }) => text).join("; "),
    failures > 0 ? `${failures} FAILED` : goals.map(({ isMet }) => (isMet ? "yes" : "NO")).join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
};
