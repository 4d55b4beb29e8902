/**
 * The local chain of the benchmark, with a block a second. Its node stores nothing, and holds the states of few
 * blocks: each has all payers and contracts in it. Whoever is measured does not share its event loop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { numberToHex, parseGwei } from 'viem'
import { startAnvil } from '../../src/embedded/anvil.ts'
import { localChains } from '../../src/shared/chains.ts'
import { serveProgram } from '../programs.ts'
import { callNode } from './local-node.ts'

const statesKept = 12
const blockMs = 1_000
const baseFee = numberToHex(parseGwei('1'))

/** Answers every question with the node's address. */
serveProgram(async () => {
  const node = await startAnvil({ chainId: localChains[0]!.chainId, statesKept })
  const miner = await mineEverySecond(node.url)
  return {
    answer: () => Promise.resolve(node.url),
    async close() {
      await miner.stop()
      await node.stop()
    },
  }
})

/**
 * Has the node mine when it is told to: with a block time of its own of two seconds or less it holds 1,500
 * states, whatever it was asked for. Hundreds of full blocks cost the same gas as the first.
 */
async function mineEverySecond(rpcUrl: string) {
  await callNode(rpcUrl, [{ method: 'evm_setAutomine', params: [false] }])
  let isStopped = false
  const mining = (async () => {
    while (!isStopped) {
      const nextAt = performance.now() + blockMs
      await callNode(rpcUrl, [
        { method: 'anvil_setNextBlockBaseFeePerGas', params: [baseFee] },
        { method: 'evm_mine', params: [] },
      ])
      await sleep(Math.max(0, nextAt - performance.now()))
    }
  })()
  return {
    stop() {
      isStopped = true
      return mining
    },
  }
}
