import {
  type Collection,
  type DocumentCollection,
  documentForm,
  type Job,
  type Plugin,
  type PluginDeps,
} from "@kalends/core/plugin";

type MailTemplate = NonNullable<Plugin["mailTemplates"]>[number];

/**
 * Number of proposals that editors have not been notified of, and time of the last mail in milliseconds since
 * 1970.
 */
interface Notice {
  readonly count: number;
  readonly sent: number;
}

export const NOTICES: DocumentCollection = {
  name: "proposal-notices",
  isWellFormed: documentForm.object({ count: documentForm.integer, sent: documentForm.time }),
};

/** Mail with the number of new proposals. It contains nothing that visitors wrote. */
export const NOTICE_MAIL: MailTemplate = {
  name: "new-proposal",
  texts: {
    en: {
      subject: "New event proposals at {site}: {count}",
      paragraphs: [
        "Visitors of {site} have proposed events. New proposals: {count}",
        "The events are pending. Visitors see them after you publish them.",
      ],
    },
    de: {
      subject: "Neue Veranstaltungsvorschläge bei {site}: {count}",
      paragraphs: [
        "Besucher von {site} haben Veranstaltungen vorgeschlagen. Neue Vorschläge: {count}",
        "Die Veranstaltungen warten auf Freigabe. Besucher sehen sie erst, wenn Sie sie veröffentlichen.",
      ],
    },
    fr: {
      subject: "Nouvelles propositions d’événements sur {site} : {count}",
      paragraphs: [
        "Des visiteurs de {site} ont proposé des événements. Nouvelles propositions : {count}",
        "Ces événements sont en attente. Les visiteurs les verront quand vous les aurez publiés.",
      ],
    },
    es: {
      subject: "Nuevas propuestas de eventos en {site}: {count}",
      paragraphs: [
        "Visitantes de {site} han propuesto eventos. Propuestas nuevas: {count}",
        "Los eventos están pendientes. Los visitantes los verán cuando usted los publique.",
      ],
    },
  },
};

const KEY = "proposals";
/** Minimum time between two mails in milliseconds, so that visitors cannot flood editors. */
const PAUSE_MS = 10 * 60 * 1000;

/** Counts new proposals and mails their number to editors. */
export interface ProposalNotices {
  /** Counts a proposal. Never rejects. */
  add(): Promise<void>;
  /** Job that sends the number of new proposals, at most once in ten minutes. */
  readonly job: Job;
}

/**
 * Creates the notices, which are mailed to `recipients`. Returns `undefined` if `recipients` is empty, or if
 * the calendar has no mail server.
 */
export const createProposalNotices = (
  { collection, clock, logger, mail }: Pick<PluginDeps, "collection" | "clock" | "logger" | "mail">,
  recipients: readonly string[],
): ProposalNotices | undefined => {
  if (recipients.length === 0) return undefined;
  if (mail === undefined) {
    logger.warn("Nobody is notified of event proposals: no mail server is configured");
    return undefined;
  }
  const notices: Collection<Notice> = collection<Notice>(NOTICES.name);
  const addCount = (added: number): Promise<unknown> =>
    notices.change(KEY, (notice = { count: 0, sent: 0 }) => ({ ...notice, count: notice.count + added }));

  /**
   * Returns the number of proposals for the next mail, and resets the stored number to 0. Returns 0 if no
   * mail is due.
   */
  const claim = async (): Promise<number> => {
    let claimed = 0;
    await notices.change(KEY, (notice) => {
      const now = clock.now();
      claimed = notice === undefined || now - notice.sent < PAUSE_MS ? 0 : notice.count;
      return claimed === 0 ? undefined : { count: 0, sent: now };
    });
    return claimed;
  };

  return {
    async add() {
      try {
        await addCount(1);
      } catch (error) {
        logger.warn("An event proposal could not be counted for the notice to editors", { error });
      }
    },
    job: {
      name: "notify-editors",
      everySeconds: 60,
      once: "installation",
      async run() {
        const count = await claim();
        if (count === 0) return;
        for (const address of recipients)
          try {
            await mail.queue({ template: NOTICE_MAIL.name, to: { name: "", address }, values: { count } });
          } catch (error) {
            logger.error("A notice of event proposals could not be queued", { error });
          }
      },
    },
  };
};
