import {
  type CalendarError,
  isCalendarError,
  isStorageFailure,
  type PluginDeps,
  type WebsiteHandler,
  type WebsiteResponse,
} from "@kalends/core/plugin";
import type { Frame, PageContext } from "../page/context.ts";
import { pageHandler, redirectTo } from "../page/responses.ts";
import { toText } from "../seo/plain.ts";
import type { FormGuard } from "./form-guard.ts";
import { type FormPage, formPage, HONEYPOT, sentPage, unavailablePage } from "./form-page.ts";
import {
  EMPTY,
  type FieldFaults,
  type FormValues,
  faultsOf,
  refusedFields,
  type SentForm,
  toEventFields,
  toFormValues,
} from "./form-values.ts";
import type { ProposalNotices } from "./proposal-notices.ts";
import { SENDERS, type Sender } from "./senders.ts";
import { DEFAULTS, FORM_PATH, type SubmissionOptions } from "./submission-options.ts";

const SENT = `${FORM_PATH}?sent=1`;
/** Maximum number of venues that the form suggests. */
const VENUES = 100;

type Outcome = "stored" | "again" | "unavailable" | { readonly faults: FieldFaults } | "refused";

/**
 * Creates the handler for the form. A proposal becomes an event with the status `pending` that belongs to the
 * configured account.
 */
export const createSubmissions = (
  frame: Frame,
  deps: PluginDeps,
  { submissionAccount = 0, submissionDays = DEFAULTS.submissionDays }: SubmissionOptions,
  guard: FormGuard,
  notices: Pick<ProposalNotices, "add"> | undefined,
): WebsiteHandler => {
  const { calendar, clock, collection, logger } = deps;
  const senders = collection<Sender>(SENDERS.name);

  const venuesOf = async ({ request }: PageContext): Promise<readonly string[]> => {
    const perPage = Math.min(VENUES, frame.site.maxPerPage);
    const { items } = await frame.api.venues.list({ per_page: perPage });
    return items.map(({ venue }) => toText(request.present.title(venue.name)));
  };
  const show = async (
    context: PageContext,
    page: Omit<FormPage, "token" | "days" | "venues">,
  ): Promise<WebsiteResponse> =>
    formPage(context, {
      ...page,
      token: await guard.issue(),
      days: submissionDays,
      venues: await venuesOf(context),
    });

  const outcomeOf = (error: CalendarError): Outcome => {
    const parameters = Object.keys(error.details.problems ?? {});
    if (parameters.includes("author")) {
      logger.error("Event proposals are not possible: the configured account was not found", {
        account: submissionAccount,
      });
      return "unavailable";
    }
    if (error.code === "rest_body_too_large") return { faults: new Map([["image", "not-an-image"]]) };
    const faults = refusedFields(parameters);
    return faults === undefined ? "refused" : { faults };
  };

  /**
   * Stores the proposed event together with its image. If one of them fails, neither is stored. The sender is
   * stored first, so that a form that is sent twice creates only one event. If the event cannot be stored,
   * the sender is deleted again.
   */
  const store = async (form: string, values: FormValues, sent: SentForm): Promise<Outcome> => {
    const { sender: name, mail } = values;
    const sender: Sender = { name, mail: mail.toLowerCase(), received: clock.now(), event: 0 };
    let before: Sender | undefined;
    await senders.change(form, (current) => {
      before = current;
      return current ?? sender;
    });
    if (before !== undefined) return before.event === 0 ? "again" : "stored";
    let id: number;
    try {
      const { event } = await calendar
        .asPlugin()
        .events.create(toEventFields(values, sent, submissionAccount));
      id = event.id;
    } catch (error) {
      await senders.change(form, (current) => (current === undefined ? undefined : null));
      if (!isCalendarError(error) || isStorageFailure(error)) throw error;
      return outcomeOf(error);
    }
    try {
      await senders.change(form, (current) => current && { ...current, event: id });
    } catch (error) {
      // The event itself is stored, so the proposal still counts as successful.
      logger.warn("The sender of an event proposal could not be stored", { event: id, error: String(error) });
    }
    await notices?.add();
    return "stored";
  };

  /** Handles a submitted form. Returns `undefined` if the client disconnects before the form is read. */
  const receive = async (context: PageContext): Promise<WebsiteResponse | undefined> => {
    let sent: SentForm;
    try {
      sent = await context.request.form();
    } catch (error) {
      if (!isCalendarError(error) || isStorageFailure(error)) throw error;
      if (context.request.isGone()) return undefined;
      const status = error.code === "rest_body_too_large" ? 413 : 400;
      return show(context, { values: EMPTY, formFault: "unreadable", status });
    }
    const values = toFormValues(sent);
    const hasSentImage = (sent.files.get("image")?.bytes.length ?? 0) > 0;
    const showAgain = (page: Omit<FormPage, "token" | "days" | "venues">): Promise<WebsiteResponse> =>
      show(context, { status: 400, ...page, values, hasSentImage });
    if ((sent.fields.get(HONEYPOT) ?? []).some((text) => text !== ""))
      return showAgain({ formFault: "trap" });
    const faults = faultsOf(values, context.today);
    if (faults.size > 0) return showAgain({ faults });
    const checked = await guard.check(sent.fields.get("token")?.[0] ?? "");
    if ("refusal" in checked)
      return showAgain({ formFault: checked.refusal === "quick" ? "quick" : "expired" });
    if (!(await guard.admit(context.request.address)))
      return showAgain({ formFault: "many", status: 429, headers: { "Retry-After": "3600" } });
    const outcome = await store(checked.form, values, sent);
    if (outcome === "stored") return redirectTo(context, 303, SENT);
    if (outcome === "unavailable") return unavailablePage(context);
    if (outcome === "again") return showAgain({ formFault: "again", status: 409 });
    return showAgain(outcome === "refused" ? { formFault: "refused" } : outcome);
  };

  return pageHandler(
    frame,
    ({ path }) => path === FORM_PATH,
    (context) => {
      const { method, query } = context.request;
      if (method === "POST") return receive(context);
      return query.has("sent") ? sentPage(context) : show(context, {});
    },
    false,
  );
};
