import type { CreateEventPreviewBody, Preview, PreviewList } from "./interface-types.ts";
import type { RequestOptions, WriteOptions } from "./record-client.ts";
import type { Send } from "./transport.ts";

/** Methods for previews of events. They need a plugin on the server that renders previews. */
export interface PreviewClient {
  /**
   * Creates a preview of an event and returns its address. `values` are members of the event that the preview
   * shows and that are not stored in the event. With `days`, the address is a link to share, which has an id.
   */
  preview(id: number, values?: CreateEventPreviewBody, options?: WriteOptions): Promise<Preview>;
  /** Returns the valid links to share of an event, newest first and without their addresses. */
  previews(id: number, options?: RequestOptions): Promise<PreviewList["previews"]>;
  /** Revokes a link to share. */
  revokePreview(id: number, preview: string, options?: RequestOptions): Promise<void>;
}

export const createPreviewClient = (send: Send): PreviewClient => ({
  preview: (id, body = {}, options) =>
    send({ method: "POST", path: `/events/${encodeURIComponent(id)}/preview`, body, ...options }),
  previews: async (id, options) => {
    const { previews } = await send<PreviewList>({
      path: `/events/${encodeURIComponent(id)}/previews`,
      ...options,
    });
    return previews;
  },
  revokePreview: async (id, preview, options) => {
    const path = `/events/${encodeURIComponent(id)}/previews/${encodeURIComponent(preview)}`;
    await send({ method: "DELETE", path, ...options });
  },
});
