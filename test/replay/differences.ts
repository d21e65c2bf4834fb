import type { Difference } from "./compare.ts";
import type { Recording } from "./recordings.ts";

/** Why an answer may differ from its recording. */
export interface Intention {
  /** The D or P row, or the spec line, that says so; or the issue that builds it. */
  readonly why: string;
  /** Names of the cases it is about; all when absent. */
  readonly cases?: RegExp;
  /** Paths of the differing members. */
  readonly paths: RegExp;
  readonly when?: (difference: Difference, recording: Recording) => boolean;
}

/** Intended everywhere. */
export const INTENDED: readonly Intention[] = [
  { why: "00 section 10: Location is the URL of the new record", paths: /^header\.location$/ },
  { why: "50 section 7.1: no links to the platform's own routes", paths: /^body\._links/ },
  { why: "30 section 3.1: additional_data is not required", paths: /^body\.additional_data/ },
  { why: "30 section 2.2: a term has one number", paths: /\.term_taxonomy_id$/ },
  {
    why: "D41: the real time of the last change",
    paths: /\.modified_utc$/,
    when: ({ recorded }) => recorded === "0000-00-00 00:00:00",
  },
  {
    why: "D18: status is left out of links when no status was asked for",
    paths: /rest_url$/,
    when: ({ recorded, ours }) =>
      typeof recorded === "string" &&
      decodeURIComponent(recorded.replaceAll("+", " ")).replace("&status=any", "") ===
        decodeURIComponent(String(ours).replaceAll("+", " ")),
  },
];

/** The intention behind a difference, if there is one. */
export const intentionOf = (difference: Difference, recording: Recording): Intention | undefined =>
  INTENDED.find(
    ({ cases, paths, when }) =>
      (cases === undefined || cases.test(recording.name)) &&
      paths.test(difference.path) &&
      (when === undefined || when(difference, recording)),
  );
