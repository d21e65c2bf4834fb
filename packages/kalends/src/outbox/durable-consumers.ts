import type { Owned } from "@kalends/core";
import type { DomainEventListener, DurableListener } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { OutboxSwitch } from "./outbox-switch.ts";

/** A durable listener in its role as a consumer of the outbox. */
export interface DurableConsumer {
  /** Name of the consumer: `plugin/PLUGIN/LISTENER` or `host/LISTENER`. */
  readonly name: string;
  /**
   * Plugin that owns the listener; absent for listeners of the host application. The listener is not called
   * for changes that its own plugin makes.
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
 * Registers the consumers in the storage, so that the outbox stores changes for them. Must run before any
 * write. Also turns the outbox on if other processes have registered consumers in the storage.
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
