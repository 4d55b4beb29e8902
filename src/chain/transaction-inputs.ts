/** Composes transactions: call data, gas limit and passengers, as the message that creates one. */
import assert from 'node:assert/strict'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { PermitInput } from '../../machines/permit/permit.events.ts'
import type { TransactionInput } from '../../machines/transaction/transaction.events.ts'
import { derivedId } from '../shared/ids.ts'
import type { Cause, Message } from '../shared/message.ts'
import { erc20Abi } from './abi/erc20.ts'
import { subscriptionAbi } from './abi/subscription.ts'
import { subscriptionFactoryAbi } from './abi/subscription-factory.ts'
import type { ConnectedChain } from './clients.ts'
import {
  gasLimitOfActivations,
  gasLimitOfCharges,
  gasLimitOfControl,
  gasLimitOfPermit,
} from './gas/gas-limits.ts'
import { permitArguments } from './permits/permit-terms.ts'
import { type KnownSubscription, saltIdOf, termsOf } from './rows/subscriptions.ts'

/** A charge that a batch transaction is to carry, and the outbox row that requested it. */
export type Passenger = {
  row: { id: string; cause: Cause }
  chargeId: string
  contractAddress: Address
  isInitial: boolean
  subscription: KnownSubscription
}
export type Control = 'freeze' | 'unfreeze' | 'cancel'

type Call = Pick<TransactionInput, 'purpose' | 'to' | 'data' | 'items'> & { gasLimit: bigint }
type Origin = { seed: string; cause: Cause; at: Date }

/** Returns the gas limit of a batch, whose passengers are all activations or all later charges. */
export const gasLimitOf = (passengers: Passenger[]): bigint =>
  passengers[0]?.isInitial
    ? gasLimitOfActivations(passengers.length)
    : gasLimitOfCharges(passengers.length)

/** Composes one transaction for all these charges of one merchant. */
export function composeChargeTransaction(
  chain: ConnectedChain,
  wallet: Address,
  passengers: Passenger[],
  at: Date,
): Message {
  const [first] = passengers
  const call: Call = {
    purpose: first!.isInitial ? 'activate' : 'charge',
    to: chain.factory,
    data: first!.isInitial ? activationData(passengers) : chargeData(passengers),
    gasLimit: gasLimitOf(passengers),
    items: passengers.map(({ chargeId, contractAddress }) => ({
      kind: 'charge',
      id: chargeId,
      contractAddress,
    })),
  }
  const seed = passengers.map(({ row }) => row.id).join()
  return createTransactionMessage(chain, wallet, first!.subscription, call, {
    seed,
    cause: first!.row.cause,
    at,
  })
}

/** Composes one transaction that freezes, unfreezes or cancels one subscription. */
export function composeControlTransaction(
  chain: ConnectedChain,
  wallet: Address,
  control: Control,
  subscription: KnownSubscription,
  isDeployed: boolean,
  origin: Origin,
): Message {
  const contractAddress = subscription.contractAddress as Address
  const call: Call = {
    purpose: control,
    ...composeControlCall(chain, control, subscription, isDeployed),
    gasLimit: gasLimitOfControl(control),
    items: [{ kind: 'subscription', id: contractAddress, contractAddress }],
  }
  return createTransactionMessage(chain, wallet, subscription, call, origin)
}

/** Composes the transaction that hands a payer's permit to the token. */
export function composePermitTransaction(
  chain: ConnectedChain,
  wallet: Address,
  permit: PermitInput,
  origin: Origin,
): Message {
  const { id, contractAddress, token } = permit
  const call: Call = {
    purpose: 'permit',
    to: token as Address,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'permit',
      args: permitArguments(permit),
    }),
    gasLimit: gasLimitOfPermit,
    items: [{ kind: 'permit', id, contractAddress }],
  }
  return createTransactionMessage(chain, wallet, permit, call, origin)
}

/** Composes the call of a control: to the contract, or to the factory where it is not deployed yet. */
export function composeControlCall(
  { factory }: ConnectedChain,
  control: Control,
  subscription: KnownSubscription,
  isDeployed: boolean,
): { to: Address; data: Hex } {
  if (isDeployed || control !== 'cancel')
    return {
      to: subscription.contractAddress as Address,
      data: encodeFunctionData({ abi: subscriptionAbi, functionName: control }),
    }
  return {
    to: factory,
    data: encodeFunctionData({
      abi: subscriptionFactoryAbi,
      functionName: 'cancel',
      args: [termsOf(subscription), saltIdOf(subscription)],
    }),
  }
}

const chargeData = (passengers: Passenger[]): Hex =>
  encodeFunctionData({
    abi: subscriptionFactoryAbi,
    functionName: 'chargeMany',
    args: [passengers.map(({ contractAddress }) => contractAddress)],
  })

const activationData = (passengers: Passenger[]): Hex =>
  encodeFunctionData({
    abi: subscriptionFactoryAbi,
    functionName: 'activateMany',
    args: [
      passengers.map(({ subscription }) => termsOf(subscription)),
      passengers.map(({ subscription }) => saltIdOf(subscription)),
    ],
  })

/** Composes the message that creates a transaction of a merchant's gas wallet; the same seed creates the same one. */
export function createTransactionMessage(
  { name, gas }: ConnectedChain,
  wallet: Address,
  { merchantId, network }: Pick<TransactionInput, 'merchantId' | 'network'>,
  { gasLimit, ...call }: Call,
  { seed, cause, at }: Origin,
): Message {
  assert(
    gasLimit <= BigInt(gas.gasPerTransactionMax),
    `a transaction of ${call.items.length} items asks for ${gasLimit} gas, but ${name} takes ${gas.gasPerTransactionMax}`,
  )
  const id = derivedId(at, seed)
  const input: TransactionInput = {
    id,
    merchantId,
    network,
    blockchain: name,
    wallet,
    ...call,
    gasLimit: String(gasLimit),
  }
  return {
    id: `${id}/create`,
    kind: 'transaction',
    entityId: id,
    merchantId,
    network,
    event: { type: 'transaction.create', input },
    cause,
  }
}
