import type { FieldFault, FormField } from "../submission/form-values.ts";

/** Reason why a submitted form is refused as a whole. */
export type FormFault =
  | "many"
  | "expired"
  | "quick"
  | "trap"
  | "again"
  | "refused"
  | "unavailable"
  | "unreadable"
  | "changed";

/** Texts of record pages and of the form for event proposals. */
export interface DetailTexts {
  readonly where: string;
  readonly cost: string;
  readonly website: string;
  readonly organizers: string;
  readonly categories: string;
  readonly tags: string;
  readonly within: string;
  readonly address: string;
  readonly phone: string;
  readonly mail: string;
  readonly map: string;
  readonly details: string;
  readonly furtherDates: string;
  readonly nextDate: string;
  readonly allDates: string;
  readonly yes: string;
  readonly no: string;
  readonly before: (date: string) => string;
  readonly subscribe: string;
  readonly addEvent: string;
  readonly app: string;
  readonly file: string;
  readonly documentation: string;
  readonly propose: string;
  readonly intro: string;
  readonly fields: Readonly<Record<FormField, string>>;
  readonly hints: Readonly<Record<"title" | "end_date" | "venue" | "cost" | "image" | "zone", string>>;
  readonly mailHint: (days: number) => string;
  readonly about: string;
  readonly aboutYou: string;
  readonly required: string;
  readonly trap: string;
  readonly send: string;
  readonly check: string;
  readonly chooseAgain: string;
  readonly faults: Readonly<Record<FieldFault, string>>;
  readonly formFaults: Readonly<Record<FormFault, string>>;
  readonly sent: string;
  readonly sentText: string;
  readonly another: string;
  readonly correct: string;
  readonly correctIntro: string;
  readonly sendCorrection: string;
}
