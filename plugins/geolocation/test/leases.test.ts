import type { LeaseOptions } from "@kalends/core/internals";
import type { PluginDeps } from "@kalends/core/plugin";
import { plugin } from "@kalends/geolocation";
import { expect } from "chai";

/**
 * Creates fake dependencies of the geocoding job. `isHeldElsewhere` simulates that another process holds the
 * lease.
 */
const setUp = () => {
  const state = { isHeldElsewhere: true, kept: 0 };
  const venue = { id: 1, status: "publish", address: "", zip: "", city: "Graz", extensions: {} };
  const queries: string[] = [];
  const deps = {
    clock: { now: () => 0 },
    logger: { info() {} },
    async runLeased(
      _name: string,
      work: (run: { isStopping(): boolean }) => Promise<void>,
      { keep }: Required<Pick<LeaseOptions, "keep">>,
    ) {
      if (state.isHeldElsewhere) return false;
      await work({ isStopping: () => false });
      state.kept = keep.milliseconds();
      return true;
    },
    calendar: {
      unrestricted: {
        venues: {
          get: async () => venue,
          async *stream() {
            yield venue;
          },
        },
      },
    },
    amend: async () => true,
    geocoder: {
      perSecond: 1,
      find: async ({ city }: { readonly city: string }) => {
        queries.push(city);
        return { lat: 1, lng: 2 };
      },
    },
    site: {},
  } as unknown as PluginDeps;
  const { jobs: [job] = [], onClose = [] } = plugin().setup?.(deps) ?? {};
  return { state, asked: queries, run: () => job?.run({ isStopping: () => false }), close: onClose[0] };
};

describe("several processes with a geocoder", () => {
  it("ask it in turn, and nothing of what waits is lost", async () => {
    const { state, asked: queries, run } = setUp();
    await run();
    await run();
    expect(queries).to.deep.equal([]);
    state.isHeldElsewhere = false;
    await run();
    expect(queries).to.deep.equal(["Graz"]);
    expect(state.kept, "until the next second").to.equal(1000);
  });

  it("leave it to others when they close", async () => {
    const { state, run, close } = setUp();
    state.isHeldElsewhere = false;
    await run();
    await close?.();
    expect(state.kept).to.equal(0);
  });
});
