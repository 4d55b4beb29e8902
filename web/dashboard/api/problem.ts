/** The service answers this instead of what was asked for, as `docs/api.md` describes it. */
export type ProblemBody = {
  code?: string
  message?: string
  requestId?: string
  fields?: { path: string; message: string }[]
  [detail: string]: unknown
}

/** Whether a fault's path names this field: `value` is that of `amount.value`, and `tags` that of `tags.0`. */
export const isOfField = (path: string, name: string): boolean =>
  path === name || path.endsWith(`.${name}`) || path.startsWith(`${name}.`)

export const tooMany = 429

/** The service understood and said no. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly details: ProblemBody
  /** Whether the request log of the merchant has the request. */
  readonly isLogged: boolean

  constructor(status: number, details: ProblemBody, isLogged = false) {
    super(details.message ?? `The service answered ${status}.`)
    this.status = status
    this.code = details.code ?? ''
    this.details = details
    this.isLogged = isLogged
  }

  /** Whether the same may be answered later: the service failed, or was asked too often. */
  get isPassing(): boolean {
    return this.status >= 500 || this.status === tooMany
  }
}

/** The service did not answer. What was asked of it may have been done all the same. */
export class ServiceAway extends Error {}
