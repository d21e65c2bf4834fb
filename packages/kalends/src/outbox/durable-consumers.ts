import type { Owned } from "@kalends/core";
import type { DomainEventListener, DurableListener } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { OutboxSwitch } from "./outbox-switch.ts";

/** Durable listener as a consumer of the outbox. */
export interface DurableConsumer {
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

export const toDurableConsumers = (
  ofPlugins: readonly Owned<DomainEventListener | DurableListener>[],
  ofHost: readonly DurableListener[],
): readonly DurableConsumer[] => [
  ...ofPlugins.flatMap(({ plugin, value }) =>
    isDurable(value) ? [{ name: `plugin/${plugin}/${value.name}`, plugin, listener: value }] : [],
  ),
  ...ofHost.map((listener) => ({ name: `host/${listener.name}`, listener })),
];

interface OpenReadersDeps {
  readonly store: Pick<Store, "outbox">;
  readonly durableConsumers: readonly DurableConsumer[];
  readonly outboxSwitch: Pick<OutboxSwitch, "turnOn">;
  readonly newToken: () => string;
}

/**
 * Registers the consumers, so that changes are stored for them from now on. Must run before any write. Also
 * turns the outbox on if other processes on the storage have consumers.
 */
export const openConsumers = async ({
  store: { outbox },
  durableConsumers,
  outboxSwitch,
  newToken,
}: OpenReadersDeps): Promise<void> => {
  await Promise.all(durableConsumers.map(({ name }) => outbox.addConsumer(name, newToken())));
  if (durableConsumers.length > 0 || (await outbox.consumers()).length > 0) outboxSwitch.turnOn();
};
