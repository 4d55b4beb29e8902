/**
 * Describes what may be done to a payment of ten tokens from outside, as data. Amounts are whole tokens of the one
 * asked for.
 */
export const priceTokens = 10
/** Somebody sends so much of a token that nobody asked for. */
export const otherTokens = 3

export type PaymentAct =
  | { type: 'pay'; tokens: 4 | 10 | 12 }
  /** A token that nobody asked for. */
  | { type: 'payOther' }
  /** The block that brought it is taken from the chain again. */
  | { type: 'payAndLose'; tokens: 4 }
  /** The gas wallet is empty then, and filled again once that was reported. */
  | { type: 'payWithoutGas'; tokens: 10 }
  /** The first sweep that follows is run without effect. */
  | { type: 'payAndFail'; tokens: 10 }
  | { type: 'accept' }
  | { type: 'cancel' }
  | { type: 'sweep' }
  /** The sweep that the merchant orders is run without effect. */
  | { type: 'sweepAndFail' }
  /** Refunds the excess where there is one, else all that came. */
  | { type: 'refund' }
  | { type: 'refundOther' }
  | { type: 'expire' }

export const sayAct = (act: PaymentAct): string => words[act.type]('tokens' in act ? act.tokens : 0)

const words: Record<PaymentAct['type'], (tokens: number) => string> = {
  pay: (tokens) => `The payer sends ${tokens} of ${priceTokens}.`,
  payOther: () => 'The payer sends a token that nobody asked for.',
  payAndLose: (tokens) => `The payer sends ${tokens}, and a reorganisation takes the block back.`,
  payWithoutGas: (tokens) =>
    `The payer sends ${tokens} while the gas wallet is empty; then it is filled again.`,
  payAndFail: (tokens) => `The payer sends ${tokens}, and the chain reverts the first sweep.`,
  accept: () => 'The merchant accepts what came.',
  cancel: () => 'The merchant cancels.',
  sweep: () => 'The merchant orders a sweep.',
  sweepAndFail: () => 'The merchant orders a sweep, and the chain reverts it.',
  refund: () => 'The merchant records a refund.',
  refundOther: () => 'The merchant records a refund of the other token.',
  expire: () => 'The time to pay is over.',
}

/** These concern blocks or the gas wallet, which all payments share. */
export const needsTheChain = ({ type }: PaymentAct): boolean =>
  type === 'payAndLose' ||
  type === 'payWithoutGas' ||
  type === 'payAndFail' ||
  type === 'sweepAndFail'
