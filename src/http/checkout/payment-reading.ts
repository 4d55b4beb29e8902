/** Reads everything that a payer sees of a payment, once for however many follow it. */
import type { PaymentInput } from '../../../machines/payment/payment.events.ts'
import type { DeployedChain } from '../../shared/chain-directory.ts'
import { idPattern } from '../../shared/ids.ts'
import { Problem } from '../../shared/problems.ts'
import { findPaymentOfAnyone, type PaymentOfAnyone } from '../../store/views/payers/checkout.ts'
import { findHead, listDeposits } from '../../store/views/deposits.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { serviceUnavailable } from '../error-answers.ts'
import type { Deposit } from '../../core/resources/deposit.ts'

/** A page shows at most so many transfers; the sums count all. */
const depositsMax = 20

export type PaymentReading = PaymentOfAnyone & {
  input: PaymentInput
  chain: DeployedChain
  deposits: Deposit[]
  /** The newest block whose transfers are known. */
  head: number
}

/** @throws PaymentNotFound, or ServiceUnavailable where its chain is not served any more */
export async function readPayment(
  { database, directory }: Pick<HttpDependencies, 'database' | 'directory'>,
  id: string,
): Promise<PaymentReading> {
  requirePaymentId(id)
  const found = await findPaymentOfAnyone(database, id)
  if (!found) throw noSuchPayment(id)
  const input = found.actor.snapshot.context
  const chain = directory.lastKnown(input.blockchain)
  if (!chain) throw serviceUnavailable(`${input.blockchain} is not served at present.`)
  const [deposits, head] = await Promise.all([
    listDeposits(database, null, id, depositsMax),
    findHead(database, chain.name),
  ])
  return { ...found, input, chain, deposits, head: head ?? 0 }
}

/**
 * Checks a path's id before anything is done with it: it goes into addresses and into the
 * subjects of the bus.
 *
 * @throws PaymentNotFound where no payment can have this id
 */
export function requirePaymentId(id: string): void {
  if (!idPattern.test(id)) throw noSuchPayment(id)
}

const noSuchPayment = (id: string) =>
  new Problem('PaymentNotFound', `There is no payment '${id.slice(0, 50)}'.`)
