/**
 * A node makes money up: logs in a true block of the chain, the receipt to them, and whatever a
 * contract would answer if they were true. Everything else it passes on.
 */
import {
  type Address,
  decodeFunctionData,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  pad,
  toFunctionSelector,
} from 'viem'
import { demoTokenAbi } from '../../src/chain/abi/demo-token.ts'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { isAskedFor, type LogFilter, type RawLog } from '../../src/chain/logs/log-filter.ts'
import type { Behaviour } from './rpc-proxy.ts'

type ForgedLog = { address: Address; topics: Hex[]; data: Hex }
/** A call whose data begin with `data` gets this answer. */
type ForgedCall = { to: Address; data: Hex; answer: Hex }
export type Lie = { block: { number: number; hash: Hex }; log: ForgedLog; call: ForgedCall }

const word = (value: bigint | number) => pad(numberToHex(value), { size: 32 })
const logIndex = numberToHex(7)
const transactionHash: Hex = `0x${'ab'.repeat(32)}`
const aggregate3 = '82ad56cb'

/** Makes up money of a token that came to an address, and lies there. */
export function transferOf(
  block: Lie['block'],
  { token, to, amount }: { token: Address; to: Address; amount: bigint },
): Lie {
  const from: Address = '0x000000000000000000000000000000000000dEaD'
  const topics = encodeEventTopics({
    abi: demoTokenAbi,
    eventName: 'Transfer',
    args: { from, to },
  }) as Hex[]
  const balanceOf = `${toFunctionSelector('balanceOf(address)')}${pad(to).slice(2)}` as Hex
  return {
    block,
    log: { address: token, topics, data: word(amount) },
    call: { to: token, data: balanceOf, answer: word(amount) },
  }
}

/** Makes up the first charge of a contract, whether there is such a contract or not. */
export function chargeOf(
  block: Lie['block'],
  { factory, contract, nextDue }: { factory: Address; contract: Address; nextDue: number },
): Lie {
  const topics = encodeEventTopics({
    abi: subscriptionFactoryAbi,
    eventName: 'Charged',
    args: { subscription: contract },
  }) as Hex[]
  const data = encodeAbiParameters([{ type: 'uint16' }, { type: 'uint40' }], [1, nextDue])
  const state = `${word(nextDue)}${word(1).slice(2)}${word(0).slice(2)}` as Hex
  return {
    block,
    log: { address: factory, topics, data },
    call: { to: contract, data: toFunctionSelector('state()'), answer: state },
  }
}

/** Puts the lie wherever it belongs into an answer. */
export const lying =
  ({ block, log, call }: Lie): Behaviour =>
  async (request, pass) => {
    const { method, params } = request
    const forged = {
      ...log,
      blockNumber: numberToHex(block.number),
      blockHash: block.hash,
      logIndex,
      transactionHash,
      transactionIndex: '0x0',
      removed: false,
    }
    if (method === 'eth_getLogs') {
      const answer = await pass()
      const isAsked =
        isIn(params[0] as Range, block) &&
        isAskedFor(params[0] as LogFilter, forged as unknown as RawLog)
      return isAsked ? { result: [...(answer.result as object[]), forged] } : answer
    }
    if (method === 'eth_getTransactionReceipt' && params[0] === transactionHash)
      return { result: { transactionHash, status: '0x1', ...blockOf(block), logs: [forged] } }
    return answering(call)(request, pass)
  }

/** Replaces the answer of one call, wherever it stands in a multicall. */
export const answering =
  (call: ForgedCall): Behaviour =>
  async ({ method, params }, pass) => {
    if (method !== 'eth_call') return undefined
    const answer = await pass()
    const data = (params[0] as { data?: string }).data ?? ''
    if (typeof answer.result !== 'string' || !data.includes(aggregate3)) return answer
    return { result: withForgedCall(data, answer.result as Hex, call) }
  }

/** Makes up the allowance of a contract. */
export const allowing = (
  { token, payer, contract }: Record<'token' | 'payer' | 'contract', Address>,
  amount: bigint,
): Behaviour =>
  answering({
    to: token,
    data: `${toFunctionSelector('allowance(address,address)')}${pad(payer).slice(2)}${pad(contract).slice(2)}`,
    answer: word(amount),
  })

type Range = { fromBlock?: Hex; toBlock?: Hex; blockHash?: Hex }

const blockOf = ({ number, hash }: Lie['block']) => ({
  blockNumber: numberToHex(number),
  blockHash: hash,
})

const isIn = ({ fromBlock, toBlock, blockHash }: Range, block: Lie['block']): boolean =>
  blockHash
    ? blockHash === block.hash
    : Number(fromBlock) <= block.number && block.number <= Number(toBlock)

/** Replaces the answer of one call within that of a multicall. */
function withForgedCall(data: string, result: Hex, { to, data: wanted, answer }: ForgedCall): Hex {
  const callData = `0x${data.slice(data.lastIndexOf(aggregate3))}` as Hex
  const { args } = decodeFunctionData({ abi: multicall3Abi, data: callData })
  const calls = args![0] as unknown as { target: Address; callData: Hex }[]
  const answers = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: result,
  })
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: answers.map((one, index) =>
      calls[index]!.target.toLowerCase() === to.toLowerCase() &&
      calls[index]!.callData.startsWith(wanted.toLowerCase())
        ? { success: true, returnData: answer }
        : one,
    ),
  })
}
