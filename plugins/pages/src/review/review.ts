import {
  type Actor,
  CalendarError,
  type CalendarEvent,
  type Collection,
  can,
  isCalendarError,
  type PluginDeps,
} from "@kalends/core/plugin";
import { SENDERS, type Sender, senderOf } from "../submission/senders.ts";
import { addDecision, DECISIONS, type Decision, type DecisionName, decisionsOn } from "./decisions.ts";
import { mailNameOf } from "./review-mails.ts";

type Mailbox = NonNullable<Awaited<ReturnType<PluginDeps["mailboxOf"]>>>;

/** Pending or decided event, with its sender and the decisions on it. */
export interface Proposal {
  readonly event: CalendarEvent;
  /** Present only if the event came from the form and its sender was not erased. */
  readonly sender?: Sender | undefined;
  /** Decisions on the event, oldest first. */
  readonly decisions: readonly Decision[];
}

/** Result of a decision. */
export interface Decided {
  readonly id: number;
  readonly status: string;
  /** True if a mail to the author was queued. */
  readonly isMailed: boolean;
}

/** Review of pending events by editors. */
export interface Review {
  proposalOf(event: CalendarEvent): Promise<Proposal>;
  /**
   * Returns the event with this id and its decisions. Throws `rest-event-not-found` unless the actor is its
   * author or may review it.
   */
  find(id: number, actor: Actor): Promise<Proposal>;
  /**
   * Decides a proposal in the name of the actor. Throws `rest_proposal_decided` if the event is not pending,
   * and `rest_mail_unavailable` if `ask` cannot send a mail.
   */
  decide(id: number, decision: DecisionName, reason: string, actor: Actor): Promise<Decided>;
}

/** True if the actor may review proposals. Source: rules/review.md#proposals. */
export const isReviewer = (actor: Actor): boolean => can(actor, "edit_others", "publish");

/** Maximum length of the title in a mail, in UTF-16 code units. */
const MAX_TITLE = 200;
/** Time in milliseconds for which a decision waits for another decision on the same event. */
const PATIENCE = 5_000;

/**
 * Creates the review. `formAccount` is the account that owns proposals of the form; `undefined` while the form
 * is off.
 */
export const createReview = (deps: PluginDeps, formAccount: number | undefined): Review => {
  const { calendar, collection, clock, logger, mail, mailboxOf, postStatuses, runLeased, site, toText } =
    deps;
  const decisions: Collection<Decision> = collection<Decision>(DECISIONS.name);
  const senders = collection<Sender>(SENDERS.name);
  const hasLinks = formAccount !== undefined && site.baseUrl !== undefined;

  const proposalOf = async (event: CalendarEvent): Promise<Proposal> => ({
    event,
    sender: await senderOf(senders, event.id),
    decisions: await decisionsOn(decisions, event.id),
  });

  /** Returns the event, or the series of an occurrence, if the actor may see its review. */
  const requireEvent = async (id: number, actor: Actor): Promise<CalendarEvent> => {
    const found = await calendar.unrestricted.events.get(id);
    const event =
      found?.occurrence === undefined
        ? found
        : await calendar.unrestricted.events.get(found.occurrence.seriesId);
    const isVisible =
      event !== undefined &&
      ((actor.id !== undefined && event.author === actor.id) ||
        (isReviewer(actor) && postStatuses.canRead(event, actor)));
    if (!isVisible) throw new CalendarError("rest-event-not-found");
    return event;
  };

  const recipientOf = async ({ event, sender }: Proposal): Promise<Mailbox | undefined> => {
    if (sender !== undefined) return { name: sender.name, address: sender.mail };
    // The account of the form did not write the event.
    return event.author === formAccount ? undefined : mailboxOf(event.author);
  };

  /**
   * Queues the mail. Returns false if no mail can be sent to the recipient.
   * Source: rules/review.md#review-mail.
   */
  const notify = async (
    proposal: Proposal,
    decision: DecisionName,
    reason: string,
    actor: Actor,
  ): Promise<boolean> => {
    const to = mail && (await recipientOf(proposal));
    if (mail === undefined || to === undefined) return false;
    const replyTo = actor.id === undefined ? undefined : await mailboxOf(actor.id);
    const { event, sender } = proposal;
    try {
      await mail.queue({
        template: mailNameOf(decision, sender !== undefined && hasLinks),
        ...{ to, ...(replyTo && { replyTo }) },
        values: {
          event: event.id,
          title: toText(event.title).slice(0, MAX_TITLE),
          reason: reason === "" ? "–" : reason,
        },
      });
      return true;
    } catch (error) {
      if (!isCalendarError(error) || error.code !== "rest_invalid_param") throw error;
      logger.warn("The author of a proposal has no valid mail address", { event: event.id });
      return false;
    }
  };

  /** Stores the decision while `work` runs. If `work` fails, the decision is removed again. */
  const recorded = async <T>(
    { event, sender }: Proposal,
    {
      decision,
      reason,
      actor,
    }: { readonly decision: DecisionName; readonly reason: string; readonly actor: Actor },
    work: () => Promise<T>,
  ): Promise<T> => {
    const author = sender !== undefined || event.author === formAccount ? 0 : event.author;
    const key = await addDecision(decisions, {
      ...{ event: event.id, author, user: actor.id ?? 0, decision, reason, time: clock.now() },
    });
    try {
      return await work();
    } catch (error) {
      await decisions.change(key, (stored) => stored && null);
      throw error;
    }
  };

  const decide = async (
    id: number,
    decision: DecisionName,
    reason: string,
    actor: Actor,
  ): Promise<Decided> => {
    const event = await requireEvent(id, actor);
    if (event.status !== "pending") throw new CalendarError("rest_proposal_decided");
    const proposal = await proposalOf(event);
    const { events } = calendar.as(actor);
    const ifMatch = event.revision ?? 0;
    return recorded(proposal, { decision, reason, actor }, async () => {
      const queue = (): Promise<boolean> => notify(proposal, decision, reason, actor);
      if (decision === "approve") {
        const written = await events.update(event.id, { status: "publish" }, { ifMatch });
        return { id: event.id, status: written.event.status, isMailed: await queue() };
      }
      if (decision === "ask") {
        if (!postStatuses.canEdit(event, actor)) throw new CalendarError("rest_forbidden");
        if (!(await queue())) throw new CalendarError("rest_mail_unavailable");
        return { id: event.id, status: event.status, isMailed: true };
      }
      // Checks the rights before the mail is queued. The trash erases the sender, so the mail comes first.
      await events.remove(event.id, { ifMatch, dry_run: true });
      const isMailed = await queue();
      await events.remove(event.id, { ifMatch });
      return { id: event.id, status: "trash", isMailed };
    });
  };

  return {
    proposalOf,
    find: async (id, actor) => proposalOf(await requireEvent(id, actor)),
    async decide(id, decision, reason, actor) {
      const { id: event } = await requireEvent(id, actor);
      let decided: Decided | undefined;
      // Two decisions on one event must not both be mailed.
      await runLeased(
        `review-${event}`,
        async () => {
          decided = await decide(event, decision, reason, actor);
        },
        { patience: PATIENCE },
      );
      if (decided === undefined) throw new CalendarError("rest_too_many_requests", { retryAfter: 5 });
      return decided;
    },
  };
};
