/**
 * Questions that only the watcher can answer. A hint is never believed, it only makes us look:
 * at the chain at once, and at what the payer of a contract allows and has.
 */
import { getBlockNumber } from 'viem/actions'
import { z } from 'zod'
import type { Bus } from '../../bus/bus.ts'
import type { Log } from '../../shared/log.ts'
import { enqueueMessages } from '../../store/outbox.ts'
import type { Database } from '../../store/database.ts'
import { AllowanceReader } from './allowance-reader.ts'
import type { ConnectedChains } from '../../chain/clients.ts'
import { answerCode } from './code-question.ts'
import { readChangedFunds } from '../funds-watch.ts'
import { readAllowances } from '../../chain/funds.ts'
import { findSubscriptions, fundsQuestionOf } from '../../chain/subscriptions.ts'

const Hint = z.object({ blockchain: z.string(), contractAddress: z.string().optional() })
const AllowanceQuestion = z.object({ contractAddress: z.string() })

/** What a payer allows a contract now, in base units; `null` where we or the nodes do not know it. */
type AllowanceAnswer = { allowance: string | null }

type Dependencies = { database: Database; bus: Bus; log: Log; chains: ConnectedChains }

/** Answers `look`, `code` and `allowance`; the public's questions cost a chain one look a second. */
export function serveChainQuestions(dependencies: Dependencies): { stop(): Promise<void> } {
  const { bus } = dependencies
  const looks = looksAt(dependencies.chains)
  const servers = [
    bus.serveChain('look', (body) => answerLook(dependencies, Hint.parse(body))),
    bus.serveChain('code', (body) => answerCode(dependencies.chains, body)),
    bus.serveChain('allowance', (body) =>
      answerAllowance(dependencies, looks, AllowanceQuestion.parse(body)),
    ),
  ]
  return {
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
      for (const look of looks.values()) look.stop()
    },
  }
}

async function answerLook(
  { database, bus, chains }: Dependencies,
  { blockchain, contractAddress }: z.infer<typeof Hint>,
): Promise<{ isAccepted: boolean }> {
  const chain = chains.get(blockchain)
  if (!chain) return { isAccepted: false }
  bus.requestPoll(blockchain)
  if (contractAddress) {
    const { reader } = chain
    const head = await getBlockNumber(reader, { cacheTime: 0 })
    const messages = await readChangedFunds(database.pool, reader, chain, [contractAddress], {
      blockNumber: head,
      tag: `hint/${head}`,
    })
    await enqueueMessages(database.pool, messages)
    await bus.publish(messages)
  }
  return { isAccepted: true }
}

/** One for each chain, by its name. */
const looksAt = (chains: ConnectedChains): Map<string, AllowanceReader> =>
  new Map(
    [...chains.values()].map(({ name, reader }) => [
      name,
      new AllowanceReader((questions) => readAllowances(reader, questions)),
    ]),
  )

async function answerAllowance(
  { database }: Dependencies,
  looks: Map<string, AllowanceReader>,
  { contractAddress }: z.infer<typeof AllowanceQuestion>,
): Promise<AllowanceAnswer> {
  const [subscription] = (await findSubscriptions(database.pool, [contractAddress])).values()
  if (!subscription) return { allowance: null }
  const look = looks.get(subscription.blockchain)
  if (!look) throw new Error(`the chain ${subscription.blockchain} is not in the chains file`)
  const allowance = await look.ask(fundsQuestionOf(subscription))
  return { allowance: allowance === null ? null : String(allowance) }
}
