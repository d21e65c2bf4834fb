import type { PluginDeps } from "@kalends/core/plugin";
import { plugin } from "@kalends/geolocation";
import { expect } from "chai";

/** What the job uses, with leases that another process may have. */
const setUp = () => {
  const state = { isTaken: true, released: 0 };
  const venue = { id: 1, status: "publish", address: "", zip: "", city: "Graz", extensions: {} };
  const asked: string[] = [];
  const deps = {
    clock: { now: () => 0 },
    logger: { info() {} },
    leases: {
      acquire: async () => !state.isTaken,
      async release() {
        state.released += 1;
      },
    },
    repositories: { venues: { readAfter: async () => [venue], find: async () => venue } },
    amend: async () => true,
  } as unknown as PluginDeps;
  const geocoder = () => ({
    perSecond: 1,
    find: async ({ city }: { readonly city: string }) => {
      asked.push(city);
      return { lat: 1, lng: 2 };
    },
  });
  const { jobs = [], onClose = [] } = plugin({ geocoder });
  const [job] = jobs.map((make) => make(deps));
  return { state, asked, run: () => job?.run({ isStopping: () => false }), close: onClose[0]?.(deps) };
};

describe("several processes with a geocoder", () => {
  it("ask it in turn, and nothing of what waits is lost", async () => {
    const { state, asked, run } = setUp();
    await run();
    await run();
    expect(asked).to.deep.equal([]);
    state.isTaken = false;
    await run();
    expect(asked).to.deep.equal(["Graz"]);
  });

  it("leave it to others when they close", async () => {
    const { state, close } = setUp();
    await close?.();
    expect(state.released).to.equal(1);
  });
});
