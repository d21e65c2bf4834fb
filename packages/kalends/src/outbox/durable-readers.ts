import type { Owned } from "@kalends/core";
import type { DomainEventListener, DurableListener } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { OutboxSwitch } from "./outbox-switch.ts";

/** Durable listener as a consumer of the outbox. */
export interface DurableReader {
  /** `plugin/PLUGIN/LISTENER` or `host/LISTENER`. */
  readonly name: string;
  /**
   * Plugin that owns the listener, which is not called for changes made by the plugin itself. Absent for
   * listeners of the host.
   */
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
 * Registers the consumers, so that changes are stored for them from now on. Must run before any write. Also
 * turns the outbox on if other processes on the storage have consumers.
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
