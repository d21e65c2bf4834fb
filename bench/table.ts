import type { Measured } from "./load.ts";

/** What a figure is to be, and whether it is. */
export interface Goal {
  readonly text: string;
  readonly isMet: boolean;
}

/** What was found for one case: the same load on several servers, or a figure of another kind. */
export interface Row {
  readonly name: string;
  readonly ours?: Measured;
  readonly naive?: Measured;
  readonly bare?: Measured;
  /** In place of answers a second. */
  readonly figure?: string;
  readonly goals: readonly Goal[];
}

/** By which of two ratios goals are judged: that of processor time says more where a machine is shared. */
export type Judge = "rate" | "processor";

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

/** How much faster the first one is. */
export const ratioOf = (one: Measured, other: Measured, by: Judge): number =>
  by === "rate" ? one.perSecond / other.perSecond : other.processor / one.processor;

/** That the first one is at least so much faster. */
export const fasterBy = (atLeast: number, name: string, one: Measured, other: Measured, by: Judge): Goal => ({
  text: `>= ${atLeast.toFixed(1)} ${name}`,
  isMet: one.failures === 0 && ratioOf(one, other, by) >= atLeast,
});

/** That a figure is at most, or at least, so much. */
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
