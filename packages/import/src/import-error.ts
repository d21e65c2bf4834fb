/**
 * Error that stops an import and that the operator can fix. The command prints its message as one line,
 * without a stack trace.
 */
export class ImportError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportError";
  }
}
