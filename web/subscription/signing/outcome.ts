/** Says how an attempt to have something signed can end, and how the payer goes on from there. */
import type { Address, Hex } from 'viem'
import type { TermsRefusal } from '../terms-check.ts'

/** Why nothing came of it: the payer's wallet, the chain or the service did not go along. */
export type SigningTrouble =
  | { trouble: 'declined' }
  /** The wallet has another question open, or has not answered within the limit. */
  | { trouble: 'alreadyAsked' }
  | { trouble: 'unanswered' }
  | { trouble: 'wrongNetwork' }
  | { trouble: 'otherAccount'; expected: Address; found: Address | null }
  | { trouble: 'refused'; refusal: TermsRefusal }
  /** The transaction ran without effect. */
  | { trouble: 'reverted'; hash: Hex | null }
  /** It was sent, and no block has taken it within the limit: it may still come. */
  | { trouble: 'pending'; hash: Hex | null }
  /** The token has taken another permit of this account since: this one is void. */
  | { trouble: 'permitUsed' }
  | { trouble: 'permitExpired' }
  /** The service did not take the permit, for its own reason. */
  | { trouble: 'permitRefused'; reason: string }
  /** The service has taken the permit and cannot send it now: it may still come. */
  | { trouble: 'permitWaits'; reason: string }
  /** The wallet cannot do what it said, or what it was asked for. */
  | { trouble: 'unsupported' }
  | { trouble: 'failed'; message: string }

/** The page offers one of these after each: never nothing. */
export type WayOn =
  /** Ask the same again. */
  | 'again'
  /** Take the next way of the list: another form of the same approval. */
  | 'otherWay'
  | 'switchNetwork'
  | 'switchAccount'
  /** Look into the wallet, then have the page read the chain again. */
  | 'lookAgain'
  /** Nothing may be signed here: show how to reach the merchant, and how to leave. */
  | 'stop'

const waysOn: Record<SigningTrouble['trouble'], readonly WayOn[]> = {
  declined: ['again', 'otherWay'],
  alreadyAsked: ['lookAgain'],
  unanswered: ['lookAgain', 'again', 'otherWay'],
  wrongNetwork: ['switchNetwork'],
  otherAccount: ['switchAccount'],
  refused: ['stop'],
  reverted: ['again', 'otherWay'],
  pending: ['lookAgain'],
  permitUsed: ['again', 'otherWay'],
  permitExpired: ['again', 'otherWay'],
  permitRefused: ['otherWay', 'again'],
  permitWaits: ['otherWay', 'lookAgain'],
  unsupported: ['otherWay'],
  failed: ['again', 'otherWay'],
}

export const waysOnFrom = ({ trouble }: SigningTrouble): readonly WayOn[] => waysOn[trouble]

/** Ends an attempt from within. */
export class SigningStopped extends Error {
  readonly trouble: SigningTrouble
  constructor(trouble: SigningTrouble) {
    super(trouble.trouble)
    this.trouble = trouble
  }
}
