import { type Measured, measure } from "./load.ts";
import { startScript } from "./server.ts";

/**
 * Script of `npm run bench:host`. Measures how much a mounted calendar slows the pages of the host
 * application, in alternating rounds.
 */
const ROUNDS = 7;
const SECONDS = 2;

const servers = [await startScript("baselines/host", []), await startScript("baselines/host", ["calendar"])];
const [unmounted, mounted] = [[], []] as [Measured[], Measured[]];
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [index, figures] of [unmounted, mounted].entries()) {
    const server = servers[index];
    if (server === undefined) continue;
    figures.push(await measure({ server, source: [{ path: "/articles/1" }] }, { seconds: SECONDS }));
  }
}
for (const server of servers) await server.stop();

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
// The number of busy connections is fixed, so the mean response time is connections divided by responses per
// second.
const ratios = unmounted.map(({ perSecond }, round) => perSecond / (mounted[round]?.perSecond ?? Number.NaN));
const processors = unmounted.map(
  ({ processor }, round) => (mounted[round]?.processor ?? Number.NaN) / processor,
);
console.log(`host alone: ${median(unmounted.map(({ perSecond }) => perSecond)).toFixed(0)} answers/s`);
console.log(`with a calendar: ${median(mounted.map(({ perSecond }) => perSecond)).toFixed(0)} answers/s`);
console.log(
  `latency x ${median(ratios).toFixed(3)}, processor time x ${median(processors).toFixed(3)} (medians of ${ROUNDS} rounds)`,
);
