/**
 * Makes the blocks of a local chain. anvil's own interval keeps 1,500 states in memory, each with the hashes of all blocks before: 3.3 GB after
 * three hours of a block a second. Asked for each block it keeps as many as it is told to.
 */
import { elapsedMs, every } from '../shared/time.ts'
import { countPending, mineBlock } from './anvil-rpc.ts'

/** So long after its last transaction the chain still makes every block. */
const busyMs = 10 * 60_000
/** Then, while nobody sends anything, one in so long: a day's blocks take 300 MB otherwise. */
const idleBlockMs = 12_000

/** `step` is what it does at each tick: it resolves once the block is made, or is left out. */
export type Blocks = { step(): Promise<void>; stop(): Promise<void> }

/** Makes a block every `blockMs`, and fewer while nothing happens; a chain that does not answer is asked again. */
export function startBlocks(url: string, blockMs: number): Blocks {
  let lastSentAt = elapsedMs()
  let lastBlockAt = elapsedMs()
  let making: Promise<void> | null = null
  const make = async () => {
    const now = elapsedMs()
    if ((await countPending(url)) > 0) lastSentAt = now
    if (now - lastSentAt > busyMs && now - lastBlockAt < idleBlockMs) return
    await mineBlock(url)
    lastBlockAt = now
  }
  const step = () => {
    making ??= make()
      .catch(() => undefined)
      .finally(() => {
        making = null
      })
    return making
  }
  const ticking = every(blockMs, () => void step())
  return {
    step,
    async stop() {
      ticking.cancel()
      await making
    },
  }
}
