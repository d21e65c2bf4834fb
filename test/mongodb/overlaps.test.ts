import type { Repositories } from "@kalends/core";
import type { AccountRepository, StoreWithAccounts } from "@kalends/core/storage";
import { anAccount, anEvent, anImage, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { createGate } from "../stores/gate.ts";
import { openEmptyStore } from "./empty-stores.ts";
import { describeWithServer } from "./shared-server.ts";

type Work<Unit> = (unit: Unit) => Promise<unknown>;

interface Transactions<Unit> {
  transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
}

/**
 * Runs two transactions that overlap: both read before either writes. A transaction that must be repeated
 * runs after the other one. Returns the results in order.
 */
const overlapping = async <Unit>(
  store: Transactions<Unit>,
  units: readonly { readonly read: Work<Unit>; readonly write: Work<Unit> }[],
): Promise<void> => {
  const gates = units.map(() => createGate());
  await Promise.all(
    units.map(({ read, write }, index) =>
      store.transaction(async (unit) => {
        // If a transaction has failed already, the other one must not wait for it.
        await read(unit).finally(() => gates[index]?.open());
        await Promise.all(gates.map(({ passed }) => passed));
        await write(unit);
      }),
    ),
  );
};

describeWithServer("units of work of store-mongodb that overlap", () => {
  let store: StoreWithAccounts;
  beforeEach(async () => {
    store = await openEmptyStore();
  });
  afterEach(() => store.close());

  const createVenue = (id: number) => {
    const found: { venue?: unknown } = {};
    return {
      read: async ({ venues }: Repositories) => {
        found.venue = await venues.findDuplicate("The Same");
      },
      write: async ({ venues }: Repositories) => {
        if (found.venue === undefined) await venues.save(aVenue({ id, name: "the same" }));
      },
    };
  };

  it("make one record of several that are sent at the same time", async () => {
    await overlapping(store, [createVenue(1), createVenue(2)]);
    expect(await store.venues.readAfter(0, 10)).to.have.length(1);
  });

  it("make one term of a name", async () => {
    const create = (id: number) => {
      const found: { terms?: readonly unknown[] } = {};
      return {
        read: async ({ terms }: Repositories) => {
          found.terms = await terms.findByName("tag", "Jazz");
        },
        write: async ({ terms }: Repositories) => {
          if (found.terms?.length === 0) await terms.save(aTerm({ id, taxonomy: "tag", name: "jazz" }));
        },
      };
    };
    await overlapping(store, [create(1), create(2)]);
    expect(await store.terms.readAfter(0, 10)).to.have.length(1);
  });

  it("give drafts different slugs where these look for a free one", async () => {
    const create = (id: number) => {
      const chosen = { slug: "same" };
      return {
        read: async ({ venues }: Repositories) => {
          chosen.slug = (await venues.findBySlug("same")) === undefined ? "same" : "same-2";
        },
        write: ({ venues }: Repositories) => venues.save(aVenue({ id, status: "draft", ...chosen })),
      };
    };
    await overlapping(store, [create(1), create(2)]);
    const slugs = (await store.venues.readAfter(0, 10)).map(({ slug }) => slug);
    expect(slugs).to.have.members(["same", "same-2"]);
  });

  /** Transactions that link an event to a record while another transaction removes the record. */
  const linkings: Readonly<
    Record<
      string,
      {
        readonly fill: Work<Repositories>;
        readonly link: (unit: Repositories) => Promise<Parameters<typeof anEvent>[0]>;
        readonly take: Work<Repositories>;
      }
    >
  > = {
    "a venue": {
      fill: ({ venues }) => venues.save(aVenue({ id: 101 })),
      link: async ({ venues }) => ((await venues.find(101))?.status === "publish" ? { venueId: 101 } : {}),
      take: async ({ events, venues }) => {
        await events.unlinkVenue(101);
        await venues.save(aVenue({ id: 101, status: "trash" }));
      },
    },
    "an organizer": {
      fill: ({ organizers }) => organizers.save(anOrganizer({ id: 201 })),
      link: async ({ organizers }) =>
        (await organizers.find(201))?.status === "publish" ? { organizerIds: [201] } : {},
      take: async ({ events, organizers }) => {
        await events.unlinkOrganizer(201);
        await organizers.save(anOrganizer({ id: 201, status: "trash" }));
      },
    },
    "a category": {
      fill: ({ terms }) => terms.save(aTerm({ id: 301 })),
      link: async ({ terms }) => ((await terms.find("category", 301)) ? { categoryIds: [301] } : {}),
      take: ({ terms }) => terms.remove(301),
    },
    "a category, hidden,": {
      fill: ({ terms }) => terms.save(aTerm({ id: 301 })),
      link: async ({ terms }) => ({
        hideFromListings: true,
        ...((await terms.find("category", 301)) && { categoryIds: [301] }),
      }),
      take: ({ terms }) => terms.remove(301),
    },
    "an image": {
      fill: ({ images }) => images.save(anImage({ id: 401 })),
      link: async ({ images }) => ((await images.find(401)) ? { imageId: 401 } : {}),
      take: async ({ events, images }) => {
        if ((await events.find(1))?.imageId === undefined) await images.remove(401);
      },
    },
  };
  for (const [name, { fill, link, take }] of Object.entries(linkings)) {
    it(`never link an event to ${name} that is taken away`, async () => {
      await store.transaction(fill);
      const fields: { linked?: Parameters<typeof anEvent>[0] } = {};
      await overlapping(store, [
        {
          read: async (unit) => {
            fields.linked = await link(unit);
          },
          write: ({ events }) => events.save(anEvent({ id: 1, ...fields.linked })),
        },
        { read: ({ events }) => events.find(1), write: take },
      ]);
      const event = await store.events.find(1);
      const [venue, organizer, term, image] = await Promise.all([
        store.venues.find(event?.venueId ?? 0),
        store.organizers.find(event?.organizerIds[0] ?? 0),
        store.terms.find("category", event?.categoryIds[0] ?? 0),
        store.images.find(event?.imageId ?? 0),
      ]);
      expect(venue?.status).to.equal(event?.venueId && "publish");
      expect(organizer?.status).to.equal(event?.organizerIds[0] && "publish");
      expect(term?.id).to.equal(event?.categoryIds[0]);
      expect(image?.id).to.equal(event?.imageId);
    });
  }

  it("never hang categories below one another in a circle, nor below one that is gone", async () => {
    await store.terms.save(aTerm({ id: 1 }));
    await store.terms.save(aTerm({ id: 2 }));
    const hang = (id: number, parentId: number) => {
      const state = { isFree: false };
      return {
        read: async ({ terms }: Repositories) => {
          const parent = await terms.find("category", parentId);
          state.isFree = parent !== undefined && parent.parentId !== id;
        },
        write: async ({ terms }: Repositories) => {
          if (state.isFree) await terms.save(aTerm({ id, parentId }));
        },
      };
    };
    await overlapping(store, [hang(1, 2), hang(2, 1)]);
    const parents = (await store.terms.readAfter(0, 10)).map(({ parentId }) => parentId);
    expect(parents.filter((id) => id !== 0)).to.have.length(1);
    await overlapping(store, [hang(3, 1), { read: async () => {}, write: ({ terms }) => terms.remove(1) }]);
    const third = await store.terms.find("category", 3);
    expect(third?.parentId ?? 0).not.to.equal(1);
  });

  it("never both conclude from all accounts what the other one changes", async () => {
    const accountStore = await store.openAccounts();
    for (const id of [1, 2]) await accountStore.save(anAccount({ id, role: "administrator" }));
    const resign = (id: number) => {
      const state = { others: 0 };
      return {
        read: async (accounts: AccountRepository) => {
          const all = await accounts.list();
          state.others = all.filter((one) => one.role === "administrator" && one.id !== id).length;
        },
        write: async (accounts: AccountRepository) => {
          if (state.others > 0) await accounts.save(anAccount({ id, role: "editor" }));
        },
      };
    };
    await overlapping(accountStore, [resign(1), resign(2)]);
    const roles = (await accountStore.list()).map(({ role }) => role);
    expect(roles).to.have.members(["administrator", "editor"]);
  });
});
