/** What ends an import and the person who runs it can do something about: its message is shown as a line, without a stack. */
export class ImportError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportError";
  }
}
