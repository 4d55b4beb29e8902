/** Nodes that refuse what the chain's history says that others pay. */
import { type Hex, numberToHex, parseTransaction } from 'viem'
import type { Answer, Behaviour } from './rpc-proxy.ts'
import { passDays, type World } from './world.ts'

/** A little more than a transaction waits until it is sent again, by the business's time. */
const untilSentAgainDays = 16 / (24 * 60 * 60)

/** Passes the wait of transactions that were refused for now: it goes by the business's time, which no test waits for. */
export async function passWaitsOfRefused(world: World): Promise<void> {
  const { rows } = await world.database.pool.query(
    `select from transaction where phase = 'Unfunded'`,
  )
  if (rows.length) await passDays(world, untilSentAgainDays)
}

export type Wanting = {
  /** The tips of recent blocks, and what part of them was used. */
  paid: bigint
  used?: number
  /** Null: the node knows nothing to advise. */
  advice: bigint | null
  least: bigint
  words: (tip: bigint, least: bigint) => string
  /** The form in which it says so; a JSON-RPC error where there is none. */
  form?: (words: string) => Answer
}

const asError = (message: string): Answer => ({ error: { code: -32_000, message } })

/** As geth, bor and bsc say it. */
export const gethWords = (tip: bigint, least: bigint): string =>
  `transaction gas price below minimum: gas tip cap ${tip}, minimum needed ${least}`

/** Refuses tips below the least in these words, whatever it says that others pay; `onSend` hears of each. */
export const wanting =
  (
    { paid, used = 0.5, advice, least, words, form = asError }: Wanting,
    onSend: (tip: bigint) => void = () => undefined,
  ): Behaviour =>
  async ({ method, params }, pass) => {
    if (method === 'eth_sendRawTransaction') {
      const tip = parseTransaction(params[0] as Hex).maxPriorityFeePerGas ?? 0n
      onSend(tip)
      if (tip >= least) return undefined
      return form(words(tip, least))
    }
    if (method === 'eth_maxPriorityFeePerGas' || method === 'eth_gasPrice')
      return advice === null
        ? { error: { code: -32_601, message: 'no such method' } }
        : { result: numberToHex(advice) }
    if (method !== 'eth_feeHistory') return undefined
    const { result } = await pass()
    const reward = [[numberToHex(paid)], [numberToHex(paid)]]
    return { result: { ...(result as object), gasUsedRatio: [used, used], reward } }
  }
