import type { RequestOptions } from "./record-client.ts";
import type { Send } from "./transport.ts";

/** Decision of an editor on a pending event. */
export interface ProposalDecision {
  readonly decision: "approve" | "refuse" | "ask";
  readonly reason: string;
  /** Time of the decision in UTC. */
  readonly time: string;
  /** User who decided; only for callers who may decide. */
  readonly user?: number;
}

/** Event with the decisions on it. */
export interface Proposal {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly author: number;
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly all_day: boolean;
  /** Person who proposed the event with the form; only for callers who may decide. */
  readonly sender?: { readonly name: string; readonly mail: string; readonly received: string };
  readonly decisions: readonly ProposalDecision[];
}

/** One page of the pending events. */
export interface ProposalList {
  readonly proposals: readonly Proposal[];
  readonly total: number;
  readonly total_pages: number;
}

/** Result of a decision. `mailed` is true if a mail to the author was queued. */
export interface DecidedProposal extends Pick<Proposal, "id" | "status"> {
  readonly decision: ProposalDecision["decision"];
  readonly mailed: boolean;
}

/** Methods for the review of pending events. They need the plugin `@kalends/pages` on the server. */
export interface ProposalClient {
  list(
    query?: { readonly page?: number; readonly per_page?: number },
    options?: RequestOptions,
  ): Promise<ProposalList>;
  /** Returns an event with the decisions on it, also to its author. */
  get(id: number, options?: RequestOptions): Promise<Proposal>;
  /** Publishes the event. `note` is a text for the author. */
  approve(id: number, note?: string, options?: RequestOptions): Promise<DecidedProposal>;
  /** Moves the event to the trash. */
  refuse(id: number, reason: string, options?: RequestOptions): Promise<DecidedProposal>;
  /**
   * Mails a question to the author of the event. Rejects with the code `rest_mail_unavailable` if this is not
   * possible.
   */
  ask(id: number, reason: string, options?: RequestOptions): Promise<DecidedProposal>;
}

export const createProposalClient = (send: Send): ProposalClient => {
  const pathOf = (id: number): string => `/proposals/${encodeURIComponent(id)}`;
  const decide =
    (decision: ProposalDecision["decision"]) =>
    (id: number, reason?: string, options?: RequestOptions): Promise<DecidedProposal> =>
      send({
        ...{ method: "POST", path: `${pathOf(id)}/${decision}`, ...options },
        body: reason === undefined ? {} : { reason },
      });
  return {
    list: (query = {}, options) => send({ path: "/proposals", query: { ...query }, ...options }),
    get: (id, options) => send({ path: pathOf(id), ...options }),
    approve: decide("approve"),
    refuse: decide("refuse"),
    ask: decide("ask"),
  };
};
