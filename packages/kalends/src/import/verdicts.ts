import type { ImportCounts, VerifyResult } from "@kalends/import";

type Counted = Readonly<Record<string, number>>;

/** Returns the number of records; images do not count as records. */
const recordsIn = (counted: Counted): number =>
  Object.entries(counted).reduce((sum, [kind, count]) => (kind === "images" ? sum : sum + count), 0);

const shown = (count: number): string => count.toLocaleString("en");

/** Formats a count with its total, such as `38 of 1,370 records`. */
const outOf = (count: number, total: number): string =>
  `${shown(count)} of ${shown(total)} ${total === 1 ? "record" : "records"}`;

const isOrAre = (count: number): string => (count === 1 ? "is" : "are");

interface Numbers {
  readonly total: number;
  readonly failed: number;
  /** Number of records that were left out on purpose. */
  readonly left: number;
  readonly failedImages: number;
  /** Number of images that no longer exist at the source. */
  readonly goneImages: number;
  /** Number of images that were not copied on purpose. */
  readonly leftImages: number;
}

const numbersOf = ({ added, unchanged, others, failed }: ImportCounts): Numbers => {
  const failedImages = others.failed.images ?? 0;
  const left = recordsIn(others["kept out"]) + recordsIn(others.skipped);
  const here = [added, unchanged, others.updated, others.conflict, others.removed].map(recordsIn);
  const total = here.reduce((sum, count) => sum + count, left + failed - failedImages);
  return {
    ...{ total, failed: failed - failedImages, left, failedImages },
    ...{ goneImages: others["kept out"].images ?? 0, leftImages: others.skipped.images ?? 0 },
  };
};

/** Formats a number of images, such as `45 images`. */
const imagesIn = (count: number): string => `${shown(count)} ${count === 1 ? "image" : "images"}`;

/** Returns one sentence for each reason why image files are missing. Each sentence starts with a blank. */
const imageSentences = ({ failedImages, goneImages, leftImages }: Numbers): string =>
  [
    failedImages > 0 &&
      ` ${imagesIn(failedImages)} could not be fetched and ${isOrAre(failedImages)} not here: each is named with its reason. Fix the reason and import again.`,
    goneImages > 0 && ` ${imagesIn(goneImages)} ${isOrAre(goneImages)} missing at the source, too.`,
    leftImages > 0 && ` ${imagesIn(leftImages)} ${isOrAre(leftImages)} left at the source on purpose.`,
  ]
    .filter((sentence) => sentence !== false)
    .join("");

/** True if the import processed at least one record. */
export const hasRecords = (counts: ImportCounts): boolean => numbersOf(counts).total > 0;

/**
 * Returns the summary at the start of an import report. The summary says if the import succeeded, and what to
 * do if not.
 * Source: rules/choices.md#report-verdicts.
 */
export const importVerdict = (counts: ImportCounts, isDry: boolean): string => {
  const numbers = numbersOf(counts);
  const { total, failed, left, failedImages, goneImages, leftImages } = numbers;
  const { resumed } = counts;
  const earlier =
    resumed === 0
      ? ""
      : ` ${shown(resumed)} more ${resumed === 1 ? "was" : "were"} imported by the interrupted run: \`kalends verify\` compares all.`;
  const more = earlier + imageSentences(numbers);
  if (failed > 0)
    return `${outOf(failed, total)} ${isDry ? "cannot be" : failed === 1 ? "was not" : "were not"} imported. Each is named with its reason: correct it at the source, and import again.${more}`;
  if (counts.disagreements > 0)
    return `The source listed fewer or more records than it announced. Import again.${more}`;
  if (total === 0)
    return `${resumed > 0 ? "Nothing was left to import" : "The source has no records"}.${more}`;
  const here = total - left;
  const what = isDry ? "can be imported" : `${isOrAre(here)} here`;
  if (left > 0)
    return `${outOf(here, total)} ${what}; ${shown(left)} ${isOrAre(left)} left out on purpose.${more}`;
  const isAll = !isDry && failedImages + goneImages + leftImages === 0;
  return `${isAll ? "Nothing was lost: " : ""}${outOf(here, total)} ${what}.${more}`;
};

/** Returns the summary at the start of the report about an import that ended with an error. */
export const interruptedVerdict = (isDry: boolean): string =>
  isDry
    ? "The source could not be read to its end."
    : "The import was interrupted. Everything imported so far is stored: run the same command again to continue.";

/**
 * Returns the summary at the start of a comparison report. The summary says if all records and images of the
 * source are equal in this calendar, and what to do if not.
 * Source: rules/choices.md#report-verdicts.
 */
export const verifyVerdict = (results: readonly VerifyResult[], isSample: boolean): string => {
  const records = results.reduce((sum, result) => sum + result.records, 0);
  const equal = results.reduce((sum, result) => sum + result.equal, 0);
  const left = results.reduce((sum, result) => sum + result.imagesLeft, 0);
  const images =
    left === 0
      ? ""
      : ` ${imagesIn(left)} ${isOrAre(left)} only at the old site, and would be lost with it: each is named. Import again to fetch them, or to see why they cannot be fetched.`;
  if (equal < records)
    return `${outOf(records - equal, records)} ${isOrAre(records - equal)} not equal, or not here. Import again to get changes from the source; changes made here stay.${images}`;
  if (results.some(({ problems }) => problems.length > 0))
    return `${outOf(equal, records)} are equal, but the source listed fewer or more records than it announced. Compare again.${images}`;
  if (records === 0) return "The source has no records to compare.";
  const isAll = left === 0 ? `Nothing was lost${isSample ? " of the sample" : ""}: ` : "";
  return `${isAll}${outOf(equal, records)} ${isOrAre(equal)} equal.${images}`;
};
