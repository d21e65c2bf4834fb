import { createOutboxOrder } from "@kalends/store-mongodb/internals";
import { expect } from "chai";

type Deps = Parameters<typeof createOutboxOrder>;

describe("createOutboxOrder", () => {
  it("comes to an end while others write on and on", async () => {
    let rounds = 0;
    const session = {
      // Each read reports that more entries exist.
      read: async () => true,
      coalesce: (_key: string, read: () => Promise<unknown>) => read(),
    } as unknown as Deps[0];
    const tryOnce = (async () => {
      rounds += 1;
      if (rounds > 10) throw new Error("It goes on and on");
      return rounds === 1 ? undefined : 3;
    }) as Deps[1];
    await createOutboxOrder(session, tryOnce)();
    expect(rounds).to.equal(2);
  });
});
