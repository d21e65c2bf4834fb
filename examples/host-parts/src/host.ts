import type { Identity } from "kalends";

/** A user who may sign in. The calendar only needs the id and the roles. */
export type User = Identity & { readonly name: string; readonly password: string };

export interface HostOptions {
  /** Port; 0 for any free one. */
  readonly port: number;
  /** Storage of the calendar, such as `sqlite:./calendar.db`. */
  readonly storage: string;
  readonly users: readonly User[];
}

/** A running host. */
export interface Host {
  /** Such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  close(): Promise<void>;
}
