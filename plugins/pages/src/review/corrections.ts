import {
  type CalendarEvent,
  type Collection,
  DAY,
  type DocumentCollection,
  documentForm,
  type PluginDeps,
} from "@kalends/core/plugin";
import { SENDERS, type Sender, senderOf } from "../submission/senders.ts";

/** Digest of the secret in the address at which a sender corrects a proposal, under the id of the event. */
interface Correction {
  readonly hash: string;
  /** Time in milliseconds since 1970 from which the address is not valid. */
  readonly expires: number;
}

/** Archives do not contain collections whose names end with `-secrets`. */
export const CORRECTIONS: DocumentCollection = {
  name: "correction-secrets",
  indexes: ["expires"],
  isWellFormed: documentForm.object({ hash: documentForm.text, expires: documentForm.time }),
};

/** Start of the path of the page for corrections, below the site and the locale. */
export const CORRECTION_PATH = "/events/correct/";
const LIFETIME = 14 * DAY;
const TOKEN = /^([1-9]\d{0,14})-([\w-]{43})$/;

type CorrectionDeps = Pick<PluginDeps, "collection" | "clock" | "secrets" | "calendar">;

/** Addresses at which senders correct their proposals. */
export interface Corrections {
  /**
   * Creates the token of a new address and ends the earlier one. Returns `undefined` if the event is not
   * pending or has no sender with this mail address.
   */
  create(event: number, mail: string): Promise<string | undefined>;
  /** Returns the event and the sender of a token; `undefined` if the token is not valid. */
  find(token: string): Promise<{ readonly event: CalendarEvent; readonly sender: Sender } | undefined>;
  /** Removes expired addresses. */
  removeExpired(): Promise<void>;
}

/**
 * Creates the addresses for corrections. An address is valid until the proposal is decided, at most 14 days.
 * Source: rules/review.md#correction.
 */
export const createCorrections = ({ collection, clock, secrets, calendar }: CorrectionDeps): Corrections => {
  const stored: Collection<Correction> = collection<Correction>(CORRECTIONS.name);
  const senders = collection<Sender>(SENDERS.name);
  const proposalOf = async (id: number) => {
    const [event, sender] = await Promise.all([calendar.unrestricted.events.get(id), senderOf(senders, id)]);
    return event?.status === "pending" && sender !== undefined ? { event, sender } : undefined;
  };
  return {
    async create(id, mail) {
      const proposal = await proposalOf(id);
      if (proposal?.sender.mail !== mail.toLowerCase()) return undefined;
      const { secret, hash } = secrets.create();
      const expires = clock.now() + LIFETIME;
      await stored.change(String(id), () => ({ hash, expires }));
      return `${id}-${secret}`;
    },
    async find(token) {
      const [, id = "", secret = ""] = TOKEN.exec(token) ?? [];
      const correction = id === "" ? undefined : await stored.get(id);
      if (correction === undefined || correction.expires <= clock.now()) return undefined;
      return secrets.matches(secret, correction.hash) ? proposalOf(Number(id)) : undefined;
    },
    async removeExpired() {
      for (;;) {
        const { items } = await stored.list({ by: "expires", until: clock.now(), limit: 100 });
        for (const { key } of items) await stored.change(key, () => null);
        if (items.length < 100) return;
      }
    },
  };
};
