import type { Measured } from "./load.ts";

/** The same load on each of the servers. */
export interface Figures {
  readonly ours: Measured;
  readonly naive: Measured;
  readonly bare: Measured;
  /** Ours, when it may remember totals. */
  readonly remembering?: Measured;
}

const line = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(16) : cell.padStart(11))).join("");

export const HEADING: string = line([
  "",
  ...["kalends/s", "p50 ms", "p99 ms", "naive/s", "bare/s", "x naive", "x bare", "cpu", "remembering"],
]);

const perSecond = ({ perSecond, failures }: Measured): string =>
  failures > 0 ? `${failures} failed` : perSecond.toFixed(0);

export const toRow = (name: string, { ours, naive, bare, remembering }: Figures): string =>
  line([
    name,
    perSecond(ours),
    ours.p50.toFixed(1),
    ours.p99.toFixed(1),
    perSecond(naive),
    perSecond(bare),
    (ours.perSecond / naive.perSecond).toFixed(2),
    (ours.perSecond / bare.perSecond).toFixed(2),
    (naive.processor / ours.processor).toFixed(2),
    remembering === undefined ? "" : perSecond(remembering),
  ]);
