/** Finds the troubles of a customer's access, a verification, a gas wallet, a transaction, and a webhook. */
import { type GasWalletContext } from '../../../machines/gas-wallet/gas-wallet.machine.ts'
import type { VerificationContext } from '../../../machines/verification/verification.machine.ts'
import type { StoredActor } from '../../shared/stored-actor.ts'
import { accessReasons } from '../reasons/access-reasons.ts'
import {
  attemptFailed,
  attemptsExhausted,
  deliveryReasons,
  endpointFails,
} from '../reasons/delivery-reasons.ts'
import type { ReasonWords } from '../reasons/reason-words.ts'
import { sendingReasons } from '../reasons/sending-reasons.ts'
import { coins, fact } from '../story/values.ts'
import { chargeFactsOf } from './charges.ts'
import { type Trouble, troubleIn, troubleOf } from './trouble.ts'
import type { Facts } from './facts.ts'

export function findTroubleOfCustomer(
  { status, snapshot }: StoredActor<'customer'>,
  facts: Facts,
): Trouble | null {
  const { customerId, reason } = snapshot.context
  if (status === 'WithAccess' || reason === null) return null
  const found = facts.subscription
  const subscription = found && chargeFactsOf(found, facts)
  const access = found?.snapshot.access ?? null
  const why = access?.reason ?? reason
  return troubleIn(accessReasons, 'End', why, { customerId, access, subscription })
}

export function findTroubleOfTransaction(
  { status, phase, snapshot }: StoredActor<'transaction'>,
  { sending }: Facts,
): Trouble | null {
  const { reason } = snapshot.context
  if (status === 'Failed')
    return troubleIn(sendingReasons, 'Failure', reason ?? 'ChainReverted', sending)
  const isHeldUp = status === 'Signed' && phase !== 'Sending'
  return isHeldUp ? troubleIn(sendingReasons, 'Wait', reason ?? 'GasWalletEmpty', sending) : null
}

export function findTroubleOfDelivery({
  status,
  snapshot,
}: StoredActor<'delivery'>): Trouble | null {
  const { context } = snapshot
  if (status === 'Retrying') return troubleOf('Failure', null, attemptFailed, context)
  if (status === 'Exhausted') return troubleOf('Failure', null, attemptsExhausted, context)
  if (status !== 'Cancelled' || context.reason === null) return null
  return troubleIn(deliveryReasons, 'End', context.reason, context)
}

export const findTroubleOfDestination = ({
  status,
  snapshot,
}: StoredActor<'destination'>): Trouble | null =>
  status === 'Failing' || status === 'Down'
    ? troubleOf('Failure', null, endpointFails, snapshot.context)
    : null

export function findTroubleOfVerification({
  status,
  snapshot,
}: StoredActor<'verification'>): Trouble | null {
  const { context } = snapshot
  switch (status) {
    case 'NotSubmitted':
      return troubleOf('Wait', null, unsent, context)
    case 'Submitted':
      return troubleOf('Wait', null, undecided, context)
    case 'Rejected':
    case 'Revoked':
      return troubleOf('Failure', null, refused, context)
    case 'Approved':
      return null
  }
}

export const findTroubleOfGasWallet = ({
  status,
  snapshot,
}: StoredActor<'gasWallet'>): Trouble | null =>
  status === 'Ready'
    ? null
    : troubleOf('Failure', status, lastsTooShort(status, snapshot.context), null)

const lastsTooShort = (
  status: 'Low' | 'Empty',
  { id, blockchain, nativeSymbol, balance, chargesLeft, daysLeft }: GasWalletContext,
): ReasonWords<null> => ({
  says:
    status === 'Empty'
      ? 'it cannot pay for one charge'
      : 'charges that it cannot pay for are due within days',
  condition:
    status === 'Empty' ? 'It holds what two charges cost.' : 'It lasts for nine days or more.',
  values: () => [
    { name: 'gas wallet', value: id },
    { name: 'chain', value: blockchain },
    ...coins('balance', balance, nativeSymbol),
    { name: 'charges it pays for', value: String(chargesLeft) },
    ...fact('days it lasts', daysLeft),
  ],
  change: `Send ${nativeSymbol} to ${id}. It is measured within a minute, and what waited goes on.`,
  helper: 'merchant',
})

const nameOf = ({ details }: VerificationContext) => fact('business', details?.legalName)

const unsent: ReasonWords<VerificationContext> = {
  says: 'the details of the business were not sent yet',
  condition: 'The details of the business were sent.',
  values: ({ merchantId }) => [{ name: 'merchant', value: merchantId }],
  change: 'Send them in Verification; the test network needs none.',
  helper: 'merchant',
}
const undecided: ReasonWords<VerificationContext> = {
  says: 'the operator has not decided yet',
  condition: 'The operator has approved the business.',
  values: nameOf,
  change: 'Wait for the operator, or ask.',
  helper: 'operator',
}
const refused: ReasonWords<VerificationContext> = {
  says: 'the operator refused, and said why',
  condition: 'The operator has approved the business.',
  values: (verification) => [
    ...nameOf(verification),
    ...fact('the operator says', verification.reason),
  ],
  change: 'Mend what the operator says, and submit again.',
  helper: 'merchant',
}
