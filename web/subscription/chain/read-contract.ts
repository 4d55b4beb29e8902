/** Reads where a subscription stands from its contract and its token, all at one block. */
import { type Hex, isHex, size } from 'viem'
import { type Provider, read } from '../../wallet/provider.ts'
import { allowanceCall, balanceCall, secondsLeftCall, stateCall } from '../calls.ts'
import type { ContractReading } from '../contract-reading.ts'
import type { OnChainSubscription } from '../terms.ts'
import { numberIn, wordsIn } from '../words.ts'
import { askForAnswer } from './ask-contract.ts'

const frozenByPayer = 1n
const frozenByOperator = 2n
const cancelledFlag = 4n

/** Throws where the chain does not answer, or answers what no such contract would. */
export async function readContract(
  provider: Provider,
  subscription: OnChainSubscription,
): Promise<ContractReading> {
  const { terms, contractAddress: contract } = subscription
  const { blockNumber, blockTime } = await readHead(provider)
  const ask = (to: typeof contract, data: Hex) => askForAnswer(provider, { to, data }, blockNumber)
  const [code, state, secondsLeft, allowance, balance] = await Promise.all([
    read(provider, 'eth_getCode', [contract, blockNumber]),
    ask(contract, stateCall),
    ask(contract, secondsLeftCall),
    ask(terms.token, allowanceCall(terms.payer, contract)),
    ask(terms.token, balanceCall(terms.payer)),
  ])
  const funds = { allowance: required(numberIn(allowance)), balance: required(numberIn(balance)) }
  const isDeployed = isHex(code) && size(code) > 0
  if (!isDeployed)
    return { blockTime, isDeployed, ...undeployedState(subscription, blockTime), ...funds }
  const [nextDue, charged, flags] = required(wordsIn(state, 3)) as [bigint, bigint, bigint]
  return {
    blockTime,
    isDeployed,
    nextDue: Number(nextDue),
    secondsLeft: Number(BigInt.asIntN(256, required(numberIn(secondsLeft)))),
    charged: Number(charged),
    frozenBy: frozenByOf(flags),
    isCancelled: (flags & cancelledFlag) !== 0n,
    ...funds,
  }
}

const undeployedState = ({ terms }: OnChainSubscription, blockTime: number) => ({
  nextDue: terms.start,
  secondsLeft: terms.start - blockTime,
  charged: 0,
  frozenBy: null,
  isCancelled: false,
})

const frozenByOf = (flags: bigint): ContractReading['frozenBy'] =>
  (flags & frozenByPayer) !== 0n ? 'payer' : (flags & frozenByOperator) !== 0n ? 'operator' : null

async function readHead(provider: Provider): Promise<{ blockNumber: Hex; blockTime: number }> {
  const block = await read(provider, 'eth_getBlockByNumber', ['latest', false])
  const { number, timestamp } = (block ?? {}) as { number?: unknown; timestamp?: unknown }
  if (!isHex(number) || !isHex(timestamp)) throw new UnreadableChain()
  return { blockNumber: number, blockTime: Number(timestamp) }
}

/**
 * The time of the block to come, in Unix seconds: on a quiet chain the latest one is long past. Nodes
 * that tell nothing of it leave the time that is given.
 */
export async function readNextBlockTime(provider: Provider, otherwise: number): Promise<number> {
  const block = await read(provider, 'eth_getBlockByNumber', ['pending', false]).catch(() => null)
  const { timestamp } = (block ?? {}) as { timestamp?: unknown }
  return Math.max(isHex(timestamp) ? Number(timestamp) : 0, otherwise)
}

/** The chain's answer is not what a subscription, or a token, answers. */
class UnreadableChain extends Error {}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new UnreadableChain()
  return value
}
