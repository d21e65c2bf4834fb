import {
  type CalendarApi,
  escapeHtml,
  textToHtml,
  toFilePart,
  type WebsiteRequest,
} from "@kalends/core/plugin";

export type SentForm = Awaited<ReturnType<WebsiteRequest["form"]>>;

/** Names of the text fields in the form. */
const TEXT_FIELDS = [
  "title",
  "description",
  "start_date",
  "start_time",
  "end_date",
  "end_time",
  "venue",
  "organizer",
  "cost",
  "website",
  "sender",
  "mail",
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
export type FormField = TextField | "all_day" | "image";

/** Values of a form as the user entered them. */
export interface FormValues extends Readonly<Record<TextField, string>> {
  readonly all_day: boolean;
}

/** Reason why the value of a field is refused. Each language has an error text for each reason. */
export type FieldFault =
  | "missing"
  | "too-long"
  | "not-a-date"
  | "not-a-time"
  | "in-the-past"
  | "ends-before-start"
  | "not-an-address"
  | "not-a-mail"
  | "not-an-image"
  | "refused";
export type FieldFaults = ReadonlyMap<FormField, FieldFault>;

/** Maximum length of each field, in UTF-16 code units. */
export const MAX_LENGTHS: Readonly<Record<TextField, number>> = {
  title: 200,
  description: 10_000,
  start_date: 10,
  start_time: 8,
  end_date: 10,
  end_time: 8,
  venue: 200,
  organizer: 200,
  cost: 100,
  website: 2_000,
  sender: 200,
  mail: 200,
};

export const EMPTY: FormValues = {
  ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, ""])) as Record<TextField, string>),
  all_day: false,
};

/** Returns the values of a submitted form. A field that was not sent becomes an empty text. */
export const toFormValues = ({ fields }: SentForm): FormValues => {
  /** Returns the text of a field. Line breaks are kept only in the description. */
  const textOf = (name: string): string => {
    const text = fields.get(name)?.[0] ?? "";
    return (name === "description" ? text.replace(/\r\n?/g, "\n") : text.replace(/\s+/g, " ")).trim();
  };
  return {
    ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, textOf(name)])) as Record<TextField, string>),
    all_day: textOf("all_day") !== "",
  };
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const MAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

const isDate = (text: string): boolean => {
  const time = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
};

const isWebsite = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ["http:", "https:"].includes(url.protocol) && !/\s/.test(text);
};

/** Adds seconds to a time, which some browsers leave out. */
const toTime = (text: string): string => (text.length === 5 ? `${text}:00` : text);

/**
 * Returns start and end in the time zone of the site. If the end date is empty, the start date is used; if
 * the end time is empty, the start time is used.
 */
const toDates = (values: FormValues): { readonly start: string; readonly end: string } => {
  const { start_date, start_time, all_day } = values;
  const end_date = values.end_date || start_date;
  const end_time = values.end_time || start_time;
  return all_day
    ? { start: `${start_date} 00:00:00`, end: `${end_date} 23:59:59` }
    : { start: `${start_date} ${toTime(start_time)}`, end: `${end_date} ${toTime(end_time)}` };
};

/**
 * Checks the values as far as this is possible without reading the calendar. `today` is the current day in
 * the time zone of the site, as `YYYY-MM-DD`.
 */
export const faultsOf = (values: FormValues, today: string): FieldFaults => {
  const faults = new Map<FormField, FieldFault>();
  const check = (name: FormField, isFine: boolean, fault: FieldFault): void => {
    if (!isFine && !faults.has(name)) faults.set(name, fault);
  };
  for (const name of TEXT_FIELDS) check(name, values[name].length <= MAX_LENGTHS[name], "too-long");
  for (const name of ["title", "start_date", "sender", "mail"] as const)
    check(name, values[name] !== "", "missing");
  if (!values.all_day) check("start_time", values.start_time !== "", "missing");
  for (const name of ["start_date", "end_date"] as const)
    check(name, values[name] === "" || isDate(values[name]), "not-a-date");
  if (!values.all_day)
    for (const name of ["start_time", "end_time"] as const)
      check(name, values[name] === "" || TIME.test(values[name]), "not-a-time");
  check("website", values.website === "" || isWebsite(values.website), "not-an-address");
  check("mail", MAIL.test(values.mail), "not-a-mail");
  if (["start_date", "start_time", "end_date", "end_time"].some((name) => faults.has(name as FormField)))
    return faults;
  const { start, end } = toDates(values);
  check("start_date", start.slice(0, 10) >= today, "in-the-past");
  const isSameDay = end.slice(0, 10) === start.slice(0, 10);
  check(isSameDay && !values.all_day ? "end_time" : "end_date", end >= start, "ends-before-start");
  return faults;
};

/**
 * Converts the form to the fields of an event for the API. Texts are plain in the form but HTML in the API,
 * so they are escaped. The website is not HTML.
 */
export const toEventFields = (
  values: FormValues,
  { files }: SentForm,
  author: number,
): Parameters<CalendarApi["events"]["create"]>[0] => {
  const { title, description, all_day, venue, organizer, cost, website } = values;
  const { start, end } = toDates(values);
  const image = files.get("image");
  return {
    title: textToHtml(title),
    description: textToHtml(description),
    ...{ all_day, start_date: start, end_date: end, status: "pending", author },
    ...(venue !== "" && { venue: { venue: textToHtml(venue) } }),
    ...(organizer !== "" && { organizer: { organizer: textToHtml(organizer) } }),
    ...(cost !== "" && { cost: escapeHtml(cost) }),
    ...(website !== "" && { website }),
    ...(image !== undefined && image.bytes.length > 0 && { image: toFilePart(image) }),
  };
};

/** Field of the form for each API parameter. */
const FIELD_OF: Readonly<Record<string, FormField>> = {
  title: "title",
  description: "description",
  start_date: "start_date",
  end_date: "end_date",
  venue: "venue",
  organizer: "organizer",
  cost: "cost",
  website: "website",
  image: "image",
};

/**
 * Returns the form fields for the parameters that the API refused. Returns `undefined` if
 * `parameters` is empty. Also returns `undefined` if one of them has no form field, because the user then
 * cannot correct the error.
 */
export const refusedFields = (parameters: readonly string[]): FieldFaults | undefined => {
  const names = parameters.map((parameter) => FIELD_OF[parameter.replace(/\[.*/s, "")]);
  const known = names.filter((name) => name !== undefined);
  if (known.length === 0 || known.length < names.length) return undefined;
  return new Map(known.map((name) => [name, name === "image" ? "not-an-image" : "refused"]));
};
