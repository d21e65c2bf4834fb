import type { Repositories, Store } from "@kalends/core";
import type { Db } from "mongodb";
import { createAccountRepository } from "./account-repository.ts";
import { kindOf } from "./claims.ts";
import { createCollections } from "./collections.ts";
import { connect } from "./connect.ts";
import { createEventRepository } from "./event-repository.ts";
import { createIdSequences } from "./id-sequences.ts";
import { createImageRepository } from "./image-repository.ts";
import { migrate } from "./migrate.ts";
import { createOrganizerRepository } from "./organizer-repository.ts";
import type { Session } from "./session.ts";
import { createTermRepository } from "./term-repository.ts";
import { told } from "./unavailable.ts";
import { createUnits } from "./units.ts";
import { createVenueRepository } from "./venue-repository.ts";

/** A database that the host has connected to; it stays open when the store is closed. */
export interface MongodbPlace {
  readonly db: Db;
  /** Comes before the names of our collections, so that stores and others can share a database; none by default. */
  readonly prefix?: string;
}

export interface MongodbStoreOptions {
  /**
   * How long opening waits for the server, and a unit of work for others, in milliseconds; 30,000 by default. Once open,
   * everything else is told after a few seconds that the server is away.
   */
  readonly timeout?: number;
  /**
   * Whether a server that is no member of a replica set will do; not by default. It has no transactions: a unit of work that
   * fails halfway leaves what it wrote, and units of several processes may overlap.
   */
  readonly standalone?: boolean;
  /** Told each command that is sent, where the place is an address: for tests and for looking at what is slow. */
  readonly onCommand?: (command: Readonly<Record<string, unknown>>) => void;
}

/**
 * Opens the store at an address (`mongodb://host/database`; the database `kalends` when none is named) or in a database
 * of the host's. Waits for the server, creates collections and indexes; throws when there is no server in time, when it is
 * standalone unless allowed, or when a newer version was here.
 */
export const openMongodbStore = async (
  place: string | MongodbPlace,
  { timeout = 30_000, standalone = false, onCommand }: MongodbStoreOptions = {},
): Promise<Store> => {
  const connection = await connect(place, {
    patience: timeout,
    isStandaloneEnough: standalone,
    ...(onCommand && { onCommand }),
  });
  try {
    const { client, db, prefix, hasTransactions } = connection;
    await migrate(db, prefix, timeout);
    const collections = createCollections(db, prefix);
    const units = createUnits({ client, collections, hasTransactions, patience: timeout });
    const closing = { done: undefined as Promise<void> | undefined };
    return {
      ...createRepositories(units.session),
      transaction: (work) => units.run((session) => work(createRepositories(session))),
      ping: () => units.session.read(async () => void (await db.command({ ping: 1 }))),
      close: () => {
        closing.done ??= units.stop().then(connection.close);
        return closing.done;
      },
    };
  } catch (error) {
    await connection.close();
    throw told(error);
  }
};

const createRepositories = (session: Session): Repositories => ({
  events: createEventRepository(session),
  venues: createVenueRepository(session),
  organizers: createOrganizerRepository(session),
  terms: createTermRepository(session),
  images: createImageRepository(session),
  accounts: createAccountRepository(session),
  ids: createIdSequences(session),
  kindOf: (id) => session.read((access) => kindOf(access, id)),
});
