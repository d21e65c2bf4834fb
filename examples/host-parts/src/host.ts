import type { Identity } from "kalends";

/** User of the host application who can sign in. The calendar uses only the id and the roles. */
export type User = Identity & { readonly name: string; readonly password: string };

export interface HostOptions {
  /** Port of the server; 0 for any free port. */
  readonly port: number;
  /** Storage of the calendar, such as `sqlite:./calendar.db`. */
  readonly storage: string;
  readonly users: readonly User[];
}

/** Running host application. */
export interface Host {
  /** Origin of the server, such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  close(): Promise<void>;
}
