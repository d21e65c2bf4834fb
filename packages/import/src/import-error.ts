/**
 * An error that stops an import and that the operator can fix. Its message is shown as one line, without a
 * stack trace.
 */
export class ImportError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportError";
  }
}
