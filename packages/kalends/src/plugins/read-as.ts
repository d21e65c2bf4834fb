import { actorOf, type ReadAs } from "@kalends/core";
import { addressesBelow, createInProcessFetch, type InProcessDeps } from "@kalends/http";

/** `deps` are looked at with the first call: contributions of plugins are part of them. */
export const createReadAs = (deps: InProcessDeps): ReadAs => {
  let fetchOf: ReturnType<typeof createInProcessFetch> | undefined;
  return async (reader, path) => {
    const actor = actorOf(reader);
    // Plugins come from JavaScript, too.
    if (actor === undefined) throw new TypeError(`There is no role ${reader}`);
    if (!path.startsWith("/")) throw new TypeError(`The path ${path} does not begin with /`);
    const { baseUrl = "http://localhost" } = deps.settings;
    const addresses = addressesBelow(baseUrl, deps.settings);
    fetchOf ??= createInProcessFetch(deps);
    const ask = fetchOf({ actor: async () => actor, addresses, locale: undefined });
    const answer = await ask(addresses.namespace + path);
    return { status: answer.status, text: await answer.text() };
  };
};
