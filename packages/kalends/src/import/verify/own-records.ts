import type { CalendarClient } from "@kalends/client";
import type { ReadOurs } from "@kalends/import";

type Members = Readonly<Record<string, unknown>>;

/** Our records one by one, as the client's caller sees them: administrators see all. Rejects as the client does for all but absence. */
export const createReadOurs = ({ send }: Pick<CalendarClient, "send">): ReadOurs => {
  /** The lists alone show events that are in the trash (rules/events.md#read-event), and no hidden ones. */
  const readTrashed = async (id: number): Promise<Members | "in the trash"> => {
    const query = { include: [id], status: "trash" };
    const { events } = await send<{ readonly events: readonly Members[] }>({ path: "/events", query });
    return events[0] ?? "in the trash";
  };
  return async (list, id) => {
    try {
      return await send<Members>({ path: `/${list}/${id}` });
    } catch (error) {
      const { code, status } = refusalOf(error);
      if (code === "event-no-longer-available") return readTrashed(id);
      if (status === 404 || status === 400) return undefined;
      throw error;
    }
  };
};

/** By its members: a host may have a client of its own. */
const refusalOf = (error: unknown): { readonly code?: unknown; readonly status?: unknown } =>
  typeof error === "object" && error !== null ? error : {};
