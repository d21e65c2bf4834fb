import {
  type CalendarApi,
  type EventView,
  isCalendarError,
  isStorageFailure,
  type PluginDeps,
  type WebsiteHandler,
  type WebsiteResponse,
} from "@kalends/core/plugin";
import type { Frame, PageContext } from "../page/context.ts";
import { html } from "../page/html.ts";
import { pageHandler, pageResponse, redirectTo } from "../page/responses.ts";
import type { FormGuard } from "../submission/form-guard.ts";
import { type FormPage, formPage, HONEYPOT } from "../submission/form-page.ts";
import {
  type FormValues,
  faultsOf,
  refusedFields,
  type SentForm,
  toEventFields,
  toFormValues,
} from "../submission/form-values.ts";
import type { Sender } from "../submission/senders.ts";
import { FORM_PATH } from "../submission/submission-options.ts";
import { CORRECTION_PATH, createCorrections } from "./corrections.ts";
import { DECISIONS, type Decision, decisionsOn } from "./decisions.ts";

/** Returns the values with which the form shows a stored event. */
const valuesOf = (
  { event, venue, organizers }: EventView,
  sender: Sender,
  toText: PluginDeps["toText"],
): FormValues => {
  const { start, end, allDay } = event.schedule;
  return {
    ...{ title: toText(event.title), description: toText(event.description) },
    ...{ start_date: start.slice(0, 10), start_time: allDay ? "" : start.slice(11, 16) },
    ...{ end_date: end.slice(0, 10), end_time: allDay ? "" : end.slice(11, 16), all_day: allDay },
    venue: venue === undefined ? "" : toText(venue.venue.name),
    organizer: toText(organizers[0]?.organizer.name ?? ""),
    ...{ cost: event.cost.values.join(", "), website: event.website ?? "" },
    ...{ sender: sender.name, mail: sender.mail },
  };
};

type EventChanges = Parameters<CalendarApi["events"]["update"]>[1];

const DATES = ["start_date", "start_time", "end_date", "end_time", "all_day"] as const;

/** Returns the fields that the sender changed, so that a correction keeps everything else as stored. */
const changedFields = (before: FormValues, values: FormValues, sent: SentForm): EventChanges => {
  const { status: _status, author: _author, ...fields } = toEventFields(values, sent, 0);
  const { start_date, end_date, all_day, image, ...texts } = fields;
  const hasDates = DATES.some((name) => before[name] !== values[name]);
  const names = ["title", "description", "venue", "organizer", "cost", "website"] as const;
  const changed = names.filter((name) => before[name] !== values[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, texts[name] ?? ""])),
    ...(hasDates && { start_date, end_date, all_day }),
    ...(image !== undefined && { image }),
  };
};

/** Headers of all responses at an address with a secret. Source: rules/review.md#correction. */
const HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
};

const notFound = (context: PageContext): WebsiteResponse =>
  pageResponse(context, {
    status: 404,
    title: context.texts.notFound,
    main: html`<h1>${context.texts.notFound}</h1>
<p>${context.texts.notThere}</p>`,
    headers: HEADERS,
  });

/**
 * Creates the handler of the page at which the sender of a proposal corrects it. The page needs no script and
 * no account.
 */
export const createCorrectionPage = (
  frame: Frame,
  deps: PluginDeps,
  guard: Pick<FormGuard, "admit">,
): WebsiteHandler => {
  const { calendar, collection } = deps;
  const corrections = createCorrections(deps);
  const decisions = collection<Decision>(DECISIONS.name);

  const respond = async (context: PageContext): Promise<WebsiteResponse | undefined> => {
    const { request } = context;
    const { events } = calendar.asPlugin();
    const token = request.path.slice(CORRECTION_PATH.length).replace(/\/$/, "");
    const found = await corrections.find(token);
    if (found === undefined) return notFound(context);
    const { event, sender } = found;
    const before = valuesOf(await events.get(event.id), sender, deps.toText);
    const asked = (await decisionsOn(decisions, event.id)).findLast(({ decision }) => decision === "ask");
    const show = (page: Partial<FormPage>): WebsiteResponse =>
      formPage(context, {
        ...{ days: 0, venues: [], values: before, ...page },
        correction: { path: request.path, question: asked?.reason ?? "" },
        headers: { ...HEADERS, ...page.headers },
      });
    if (request.method !== "POST") return show({});
    let sent: SentForm;
    try {
      sent = await request.form();
    } catch (error) {
      if (!isCalendarError(error) || isStorageFailure(error)) throw error;
      if (request.isGone()) return undefined;
      const status = error.code === "rest_body_too_large" ? 413 : 400;
      return show({ formFault: "unreadable", status });
    }
    const values = { ...toFormValues(sent), sender: sender.name, mail: sender.mail };
    const hasSentImage = (sent.files.get("image")?.bytes.length ?? 0) > 0;
    const showAgain = (page: Partial<FormPage>): WebsiteResponse =>
      show({ status: 400, ...page, values, hasSentImage });
    if ((sent.fields.get(HONEYPOT) ?? []).some((text) => text !== ""))
      return showAgain({ formFault: "trap" });
    const faults = faultsOf(values, context.today);
    if (faults.size > 0) return showAgain({ faults });
    if (!(await guard.admit(request.address)))
      return showAgain({ formFault: "many", status: 429, headers: { "Retry-After": "3600" } });
    try {
      // The revision is that of the pending event, so a correction never changes an event that was decided.
      const ifMatch = event.revision ?? 0;
      await events.update(event.id, changedFields(before, values, sent), { ifMatch });
    } catch (error) {
      if (!isCalendarError(error) || isStorageFailure(error)) throw error;
      // The proposal was decided while the form was read.
      if ((await corrections.find(token)) === undefined) return notFound(context);
      if (error.code === "rest_precondition_failed") return showAgain({ formFault: "changed", status: 409 });
      if (error.code === "rest_body_too_large")
        return showAgain({ faults: new Map([["image", "not-an-image"]]) });
      const refused = refusedFields(Object.keys(error.details.problems ?? {}));
      return showAgain(refused === undefined ? { formFault: "refused" } : { faults: refused });
    }
    const { headers, ...page } = redirectTo(context, 303, `${FORM_PATH}?sent=1`);
    return { ...page, headers: { ...headers, ...HEADERS } };
  };

  return {
    ...pageHandler(
      frame,
      ({ path }) => path.startsWith(CORRECTION_PATH) && path !== CORRECTION_PATH,
      respond,
      false,
    ),
    secretPath: CORRECTION_PATH,
  };
};
