import type { Owned } from "@kalends/core";
import type { DomainEventListener, DurableListener } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { OutboxSwitch } from "./outbox-switch.ts";

/** A durable listener as a reader of the outbox. */
export interface DurableReader {
  /** `plugin/PLUGIN/LISTENER`, or `host/LISTENER`. */
  readonly name: string;
  /** Whose it is, and whose own changes it is not called for; absent: the host's. */
  readonly plugin?: string;
  readonly listener: DurableListener;
}

export const isDurable = (listener: DomainEventListener | DurableListener): listener is DurableListener =>
  "durable" in listener && listener.durable;

export const toDurableReaders = (
  ofPlugins: readonly Owned<DomainEventListener | DurableListener>[],
  ofHost: readonly DurableListener[],
): readonly DurableReader[] => [
  ...ofPlugins.flatMap(({ plugin, value }) =>
    isDurable(value) ? [{ name: `plugin/${plugin}/${value.name}`, plugin, listener: value }] : [],
  ),
  ...ofHost.map((listener) => ({ name: `host/${listener.name}`, listener })),
];

interface OpenReadersDeps {
  readonly store: Pick<Store, "outbox">;
  readonly durableReaders: readonly DurableReader[];
  readonly outboxSwitch: Pick<OutboxSwitch, "turnOn">;
  readonly newToken: () => string;
}

/**
 * Before anything is changed: from here on changes are kept for these readers, and for those that other processes on the storage have.
 */
export const openReaders = async ({
  store: { outbox },
  durableReaders,
  outboxSwitch,
  newToken,
}: OpenReadersDeps): Promise<void> => {
  await Promise.all(durableReaders.map(({ name }) => outbox.addReader(name, newToken())));
  if (durableReaders.length > 0 || (await outbox.readers()).length > 0) outboxSwitch.turnOn();
};
