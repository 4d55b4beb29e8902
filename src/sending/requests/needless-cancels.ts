/**
 * Judges, before gas is spent, whether a cancellation still has something to end. A contract that nobody
 * can charge any more, because it lapsed, is not cancelled. Nor is one that may have been charged on chain
 * without the service having read it: only the chain itself decides that a charge comes too late.
 */
import type { Address } from 'viem'
import { readAgreedRefusal } from '../agreed-refusal.ts'
import { pickOneOfEachHost } from '../../chain/agreement/node-hosts.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import { readFunds } from '../../chain/funds.ts'
import { createFundsMessage } from '../../chain/funds-message.ts'
import type { Refusal } from '../../chain/refusals.ts'
import { fundsQuestionOf, type KnownSubscription } from '../../chain/rows/subscriptions.ts'
import type { Message } from '../../shared/message.ts'
import type { ClaimedRow } from '../../store/engine/outbox.ts'
import { createAnswer } from '../dependencies.ts'
import type { FundsSeen } from '../../chain/rows/payer-funds.ts'
import { endOfBlock } from '../../chain/rows/position.ts'

/** `needless`: with the message that is sent instead. `wait`: until the chain says more. */
export type CancelVerdict =
  | { outcome: 'due' }
  | { outcome: 'needless'; message: Message }
  | { outcome: 'wait'; why: string }

const due: CancelVerdict = { outcome: 'due' }

/** Refusals that hold for ever, whatever the payer allows. */
const deadByItself: (Refusal | null | undefined)[] = ['GraceExpired', 'DraftExpired', 'Finished']
/** Refusals of a contract that has been charged, so that its draft cannot have run out. */
const chargedBefore: (Refusal | null | undefined)[] = ['NotDue', 'Paused']

/**
 * Judges the cancellation of a draft that was never deployed: it is due while the payer allows enough
 * for a charge and has the money, because anybody could activate it then. One node that affirms this alone would make the
 * merchant pay for nothing, and one that denies it alone would let the payer be charged.
 */
export async function judgeDraftCancel(
  chain: ConnectedChain,
  subscription: KnownSubscription,
  row: ClaimedRow,
): Promise<CancelVerdict> {
  const question = fundsQuestionOf(subscription)
  const results = await Promise.allSettled(
    pickOneOfEachHost(chain).map((node) => readFunds(node, [question])),
  )
  const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (!answers.length) return { outcome: 'wait', why: 'no node says what the payer allows and has' }
  const amount = BigInt(subscription.amount)
  const isEnough = ({ funds: [seen] }: FundsSeen) =>
    seen!.allowance >= amount && seen!.balance >= amount
  const enough = answers.filter(isEnough)
  const tooLittle = answers.filter((one) => !isEnough(one))
  if (isDecidedBy(enough, tooLittle, chain.nodesToAgree)) return due
  if (!isDecidedBy(tooLittle, enough, chain.nodesToAgree))
    return {
      outcome: 'wait',
      why: 'nodes do not agree whether the payer allows and has enough for a charge',
    }
  const { blockNumber, funds } = tooLittle[0]!
  const position = endOfBlock(blockNumber)
  const message = createFundsMessage(`${row.id}/seen`, subscription, funds[0]!, position, row.cause)
  return { outcome: 'needless', message }
}

/** Uncontradicted, even one answer decides: what is at stake is gas. */
const isDecidedBy = (answers: FundsSeen[], others: FundsSeen[], needed: number): boolean =>
  others.length === 0 || (answers.length >= needed && others.length < needed)

/** Judges the cancellation of a contract that is deployed. */
export async function judgeCancel(
  chain: ConnectedChain,
  { contractAddress, reason }: KnownSubscription,
  row: ClaimedRow,
): Promise<CancelVerdict> {
  const refusal = await readAgreedRefusal(chain, contractAddress as Address)
  if (deadByItself.includes(refusal)) {
    const refused = { type: 'request.refused', operation: 'cancel', reason: refusal }
    return { outcome: 'needless', message: createAnswer(row, 'needless', refused) }
  }
  const isAlive = reason === 'GraceExpired' || (reason === 'DraftExpired' && isCharged(refusal))
  return isAlive ? { outcome: 'wait', why: whyAlive(refusal) } : due
}

const isCharged = (refusal: Refusal | null | undefined): boolean =>
  refusal === undefined || chargedBefore.includes(refusal)

const whyAlive = (refusal: Refusal | null | undefined): string =>
  refusal === undefined
    ? 'nodes do not agree whether the contract has lapsed'
    : `the contract has not lapsed (a charge now: ${refusal ?? 'would go through'}); its events are read again`
