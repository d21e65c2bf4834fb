import { toInertText } from "@kalends/core";
import type { ImportCounts } from "@kalends/import";

/** Prints one line for each kind of record, such as `events: 3 added, 2 already there, 1 updated`. */
export const printCounts = (
  { added, unchanged, others }: ImportCounts,
  print: (line: string) => void,
): void => {
  for (const kind of new Set([added, unchanged, ...Object.values(others)].flatMap(Object.keys))) {
    const further = Object.entries(others).flatMap(([outcome, counts]) =>
      counts[kind] === undefined ? [] : [`, ${counts[kind]} ${outcome}`],
    );
    print(
      toInertText(
        `${kind}: ${added[kind] ?? 0} added, ${unchanged[kind] ?? 0} already there${further.join("")}`,
      ),
    );
  }
};
