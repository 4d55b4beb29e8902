/** Errors that are no answers of the API. */

/** Every error of this package is one. */
export class MandateError extends Error {
  override name = 'MandateError'
}

/** No answer came, or none that can be read, in all attempts. Whether the call had its effect is unknown. */
export class ConnectionError extends MandateError {
  override name = 'ConnectionError'
  /** Counts the tries. */
  readonly attempts: number

  constructor(message: string, attempts: number, options?: ErrorOptions) {
    super(message, options)
    this.attempts = attempts
  }
}
