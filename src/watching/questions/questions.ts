/**
 * Questions that only the watcher can answer. A hint is never believed: it only causes a poll of
 * the chain, a check of a contract's allowance and of the payer's balance, and a sooner one of what lies at a payment's
 * address.
 */
import { getBlockNumber } from 'viem/actions'
import { z } from 'zod'
import { tellActors } from '../../reporter/step.ts'
import { AllowanceReader } from './allowance-reader.ts'
import type { ConnectedChains } from '../../chain/clients.ts'
import { answerCode } from './code-question.ts'
import { answerGasLevels } from './gas-question.ts'
import { answerTestMoney } from './test-money-question.ts'
import { requestBalanceCheck } from '../../chain/rows/address-checks.ts'
import { readChangedFunds } from '../../reader/payer-funds.ts'
import { readAllowances } from '../../chain/funds.ts'
import { findSubscriptions, fundsQuestionOf } from '../../chain/rows/subscriptions.ts'
import type { QuestionDependencies } from './gas-question.ts'

const Hint = z.object({
  blockchain: z.string(),
  contractAddress: z.string().optional(),
  paymentId: z.string().optional(),
})
const AllowanceQuestion = z.object({ contractAddress: z.string() })

/**
 * The allowance of a contract now, in base units; `null` where the contract is unknown or the nodes
 * do not answer.
 */
type AllowanceAnswer = { allowance: string | null }

/**
 * Answers `hint`, `code`, `gasLevels`, `testMoney` and `allowance`; the public's questions about allowances cost a chain one
 * read a second.
 */
export function serveChainQuestions(dependencies: QuestionDependencies): { stop(): Promise<void> } {
  const { bus } = dependencies
  const readers = createAllowanceReaders(dependencies.chains)
  const servers = [
    bus.serveChain('hint', (body) => answerHint(dependencies, Hint.parse(body))),
    bus.serveChain('code', (body) => answerCode(dependencies.chains, body)),
    bus.serveChain('gasLevels', (body) => answerGasLevels(dependencies, body)),
    bus.serveChain('testMoney', (body) => answerTestMoney(dependencies.chains, body)),
    bus.serveChain('allowance', (body) =>
      answerAllowance(dependencies, readers, AllowanceQuestion.parse(body)),
    ),
  ]
  return {
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
      for (const reader of readers.values()) reader.stop()
    },
  }
}

async function answerHint(
  { database, bus, chains }: QuestionDependencies,
  { blockchain, contractAddress, paymentId }: z.infer<typeof Hint>,
): Promise<{ isAccepted: boolean }> {
  const chain = chains.get(blockchain)
  if (!chain) return { isAccepted: false }
  if (paymentId) await requestBalanceCheck(database.pool, paymentId)
  bus.requestPoll(blockchain)
  if (contractAddress) {
    const { reader } = chain
    const head = await getBlockNumber(reader, { cacheTime: 0 })
    const messages = await readChangedFunds(database.pool, reader, chain, [contractAddress], {
      blockNumber: head,
      tag: `hint/${head}`,
    })
    await tellActors({ database, bus }, messages)
  }
  return { isAccepted: true }
}

/** Creates a reader for each chain, by the chain's name. */
const createAllowanceReaders = (chains: ConnectedChains): Map<string, AllowanceReader> =>
  new Map(
    [...chains.values()].map(({ name, reader }) => [
      name,
      new AllowanceReader((questions) => readAllowances(reader, questions)),
    ]),
  )

async function answerAllowance(
  { database }: QuestionDependencies,
  readers: Map<string, AllowanceReader>,
  { contractAddress }: z.infer<typeof AllowanceQuestion>,
): Promise<AllowanceAnswer> {
  const [subscription] = (await findSubscriptions(database.pool, [contractAddress])).values()
  if (!subscription) return { allowance: null }
  const reader = readers.get(subscription.blockchain)
  if (!reader) throw new Error(`the chain ${subscription.blockchain} is not in the chains file`)
  const allowance = await reader.ask(fundsQuestionOf(subscription))
  return { allowance: allowance === null ? null : String(allowance) }
}
