/** A visitor asks without a login; a person has logged in; a member is a person at a merchant. */
import type { SessionHolder } from '../../store/people/sessions.ts'
import type { Owner } from '../../shared/owner.ts'

/** Somebody who has not said who they are, or need not. */
export type Visitor = {
  /** The address that requests are counted under. */
  address: string
  /** The address that a request came from, for histories. */
  from: string
  /** The cookie's value, whether it is good for anything or not. */
  sessionToken: string | null
  /** The browser's own name for itself. */
  userAgent: string | null
}

export type Person = Visitor & SessionHolder & { sessionToken: string }

/** Everything that a member asks for is about this merchant and network. */
export type Member = Person & { owner: Owner }
