import type { JsonObject } from "../../model/json.ts";

/** The view with further members, those that come later in front of those that came before. */
export const decorated = <View extends { readonly members?: JsonObject }>(
  view: View,
  added: readonly (JsonObject | undefined)[],
): View => {
  const present = added.filter((members) => members !== undefined);
  return present.length === 0 ? view : { ...view, members: Object.assign({}, view.members, ...present) };
};
