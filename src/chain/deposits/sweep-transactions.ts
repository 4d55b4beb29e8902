/** Composes the transactions that move deposits on to their receiver. */
import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { Cause, Message } from '../../shared/message.ts'
import type { Network } from '../../shared/network.ts'
import { depositFactoryAbi } from '../abi/deposit-factory.ts'
import type { ConnectedChain } from '../clients.ts'
import { gasLimitOfSweeps } from '../gas/gas-limits.ts'
import { createTransactionMessage } from '../transaction-inputs.ts'

/** A deposit that a transaction is to sweep, and the outbox row that requested it. */
export type SweepPassenger = {
  row: { id: string; cause: Cause; merchantId: string; network: Network }
  paymentId: string
  /** Names the payment on chain. */
  idHash: Hex
  depositAddress: Address
}

/** The receiver of the deposits, and their token. */
export type SweepRoute = { receiver: Address; token: Address }

/** Composes one transaction for all these deposits of one merchant. */
export function composeSweepTransaction(
  chain: ConnectedChain,
  wallet: Address,
  route: SweepRoute,
  passengers: SweepPassenger[],
  at: Date,
): Message {
  const { row } = passengers[0]!
  return createTransactionMessage(
    chain,
    wallet,
    row,
    {
      purpose: 'sweep',
      to: chain.depositFactory,
      data: sweepData(route, passengers),
      gasLimit: gasLimitOfSweeps(passengers.length),
      items: passengers.map(({ paymentId, depositAddress }) => ({
        kind: 'payment',
        id: paymentId,
        contractAddress: depositAddress,
      })),
    },
    { seed: passengers.map((passenger) => passenger.row.id).join(), cause: row.cause, at },
  )
}

const sweepData = ({ receiver, token }: SweepRoute, passengers: SweepPassenger[]): Hex =>
  encodeFunctionData({
    abi: depositFactoryAbi,
    functionName: 'sweepMany',
    args: [receiver, token, passengers.map(({ idHash }) => idHash)],
  })
