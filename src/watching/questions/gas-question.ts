/** Tells how long the gas wallets of a local chain last; the test clock asks before it lets time leap. */
import { z } from 'zod'
import type { Bus } from '../../bus/bus.ts'
import type { ConnectedChains } from '../../chain/clients.ts'
import type { Log } from '../../shared/log.ts'
import type { Database } from '../../store/database.ts'
import { readGasBalances } from '../../reader/gas-balances.ts'
import { checkGasLevels } from '../../reporter/gas-levels.ts'

const GasQuestion = z.object({ blockchain: z.string() })

export type QuestionDependencies = {
  database: Database
  bus: Bus
  log: Log
  chains: ConnectedChains
}
/** The wallets that have come to another level. */
type GasAnswer = { changed: number }

/** Answers `gasLevels`: every wallet of a local chain is measured, and what has changed is reported. */
export async function answerGasLevels(
  { chains, ...dependencies }: QuestionDependencies,
  body: unknown,
): Promise<GasAnswer> {
  const { blockchain } = GasQuestion.parse(body)
  const chain = chains.get(blockchain)
  if (!chain?.embedded) return { changed: 0 }
  await readGasBalances({ ...dependencies, chain }, chain.reader)
  return { changed: await checkGasLevels({ ...dependencies, chain }, new Map()) }
}
