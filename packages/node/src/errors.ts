/** Errors that are no answers of the API. */

/** What every error of this package is. */
export class MandateError extends Error {
  override name = 'MandateError'
}

/** No answer came, or none that can be read, in all attempts. Whether the call had its effect is unknown. */
export class ConnectionError extends MandateError {
  override name = 'ConnectionError'
  /** How often it was tried. */
  readonly attempts: number

  constructor(message: string, attempts: number, options?: ErrorOptions) {
    super(message, options)
    this.attempts = attempts
  }
}
