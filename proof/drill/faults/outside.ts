/** Faults of those outside: providers of nodes, the merchant's endpoint, the merchant's gas. */
import { parseEther } from 'viem'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour, RpcProxy } from '../../../test/chain/rpc-proxy.ts'
import { connectPayers } from '../payers.ts'
import { type Breakable, chosenOf, type Fault } from './fault.ts'

const faultMs = 20_000
const slowMs = 2_500
const blocksAhead = 40
const gasEmptyMs = 15_000

/** One of the two ways behaves in some manner for 20 s. */
async function misbehave(
  { ground }: Breakable,
  choice: number,
  change: (way: RpcProxy) => void,
): Promise<string> {
  const way = chosenOf(ground.ways, choice)
  const { behaviour } = way
  change(way)
  await sleep(faultMs)
  Object.assign(way, { isDown: false, behaviour })
  return `way ${ground.ways.indexOf(way) + 1}`
}

const dead: Fault = {
  does: 'one RPC way answers 503 for 20 s',
  run: (parts, choice) =>
    misbehave(parts, choice, (way) => {
      way.isDown = true
    }),
}

const slow: Fault = {
  does: 'one RPC way takes 2.5 s for each answer, for 20 s',
  run: (parts, choice) =>
    misbehave(parts, choice, (way) => {
      way.behaviour = () => sleep(slowMs, undefined)
    }),
}

const lying: Fault = {
  does: 'one RPC way names a head 40 blocks ahead, for 20 s',
  run: (parts, choice) =>
    misbehave(parts, choice, (way) => {
      way.behaviour = tellFarHead
    }),
}

const tellFarHead: Behaviour = ({ method, params }, pass) =>
  method === 'eth_blockNumber'
    ? farther(pass, (head) => farHex(head as string))
    : method === 'eth_getBlockByNumber' && params[0] === 'latest'
      ? farther(pass, (block) => ({
          ...(block as object),
          number: farHex((block as { number: string }).number),
        }))
      : undefined

async function farther(
  pass: () => Promise<{ result?: unknown }>,
  change: (result: unknown) => unknown,
): Promise<{ result?: unknown }> {
  const answer = await pass()
  return answer.result ? { ...answer, result: change(answer.result) } : answer
}

const farHex = (hex: string): string => `0x${(Number(hex) + blocksAhead).toString(16)}`

const receiverDown: Fault = {
  does: 'the merchant’s endpoint refuses connections for 20 s',
  async run({ receiver }) {
    await receiver.off()
    await sleep(faultMs)
    await receiver.on()
    return 'the endpoint'
  },
}

const gasEmpty: Fault = {
  does: 'the gas wallet is empty for 15 s, and is refilled',
  async run({ ground, gasWallet }) {
    const node = connectPayers({ url: ground.chain.url })
    await node.setBalance({ address: gasWallet, value: 0n })
    await sleep(gasEmptyMs)
    await node.setBalance({ address: gasWallet, value: parseEther('100') })
    return gasWallet
  },
}

export const outsideFaults = {
  'rpc-dead': dead,
  'rpc-slow': slow,
  'rpc-lying': lying,
  'receiver-down': receiverDown,
  'gas-empty': gasEmpty,
}
