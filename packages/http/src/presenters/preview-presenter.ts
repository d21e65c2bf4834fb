import type { NewPreview, SharedPreview } from "@kalends/core/interface";
import { previewPath } from "../page-addresses/preview-path.ts";
import type { Addresses } from "../request/address/addresses.ts";
import type { Members } from "./presentation.ts";

const toText = (instant: number): string => new Date(instant).toISOString();

/** Converts a new preview to its JSON object, with its address in the language of the request. */
export const presentNewPreview = ({ token, expires, id }: NewPreview, { home }: Addresses): Members => ({
  ...(id !== undefined && { id }),
  url: home + previewPath(token),
  expires: toText(expires),
});

/** Converts a link to share to its JSON object, without its address. */
export const presentSharedPreview = ({ id, created, expires, user, madeWith }: SharedPreview): Members => ({
  id,
  created: toText(created),
  expires: toText(expires),
  ...(user !== undefined && { user }),
  ...(madeWith !== undefined && { made_with: madeWith }),
});
