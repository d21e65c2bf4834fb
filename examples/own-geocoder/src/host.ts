import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { plugin as geolocation } from "@kalends/geolocation";
import { type Calendar, createCalendar } from "kalends";
import { townGeocoder } from "./town-geocoder.ts";

export interface TownHostOptions {
  /** Port of the server; 0 for any free port. */
  readonly port: number;
  readonly storage: string;
  /** True if the calendar runs its jobs, such as geocoding, on schedule. If false, the host runs them. */
  readonly scheduler: boolean;
}

export interface TownHost {
  readonly origin: string;
  readonly calendar: Calendar;
  close(): Promise<void>;
}

/** Starts a server with a calendar. The coordinates of its venues come from the host's own list. */
export const startTownHost = async ({ port, storage, scheduler }: TownHostOptions): Promise<TownHost> => {
  const calendar = await createCalendar({
    storage,
    scheduler,
    plugins: [geolocation()],
    // Replaces the geocoder that the plugin options would select.
    register: { "geolocation.geocoder": townGeocoder },
    // The host has no sign-in. HTTP clients can only read; the host itself writes through the in-process API.
    identity: () => null,
  });
  const server = createServer((request, response) =>
    calendar.callback(request, response, () => response.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calendar,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await calendar.close();
    },
  };
};
