/** The answers of the API that are no success. */
import { MandateError } from './errors.ts'

/** The body of such an answer; more fields come with some codes. */
export type ProblemBody = { status: number; code: string; message: string }

/**
 * The API did not do what was asked. Each code has a class of its own, such as `CommandNotAllowedError`,
 * with the fields of that code; a code that this version does not know comes as this class.
 */
export class ProblemError<Code extends string = string> extends MandateError {
  /** The status of the answer, such as 409. */
  readonly status: number
  /** The code of the answer, such as `CommandNotAllowed`. */
  readonly code: Code
  /** The seconds to wait before another try, where the service says so. */
  readonly retryAfterSeconds: number | null

  constructor(body: ProblemBody, retryAfterSeconds: number | null) {
    super(`${body.code} (${body.status}): ${body.message}`)
    Object.assign(this, { ...body, message: this.message })
    this.status = body.status
    this.code = body.code as Code
    this.name = body.code.endsWith('Error') ? body.code : `${body.code}Error`
    this.retryAfterSeconds = retryAfterSeconds
  }
}
