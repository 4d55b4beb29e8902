/**
 * Finds out what sweeps would do now, by asking a node of each host. Where nodes differ and one says that
 * money would move, the service's own logs decide how much: a sweep in vain costs a little gas, and each
 * further one waits longer. Where none says so, the deposit is empty, or its sweep refused, when as many
 * nodes give that answer as must agree.
 */
import { askEachHost, type HostAnswer } from '../../chain/agreement/ask-each-host.ts'
import { noteDifference } from '../../chain/agreement/differences.ts'
import { findAgreed } from '../../chain/agreement/find-agreed.ts'
import { sumLeftInDeposits } from '../../chain/rows/left-in-deposits.ts'
import { previewSweeps, type SweepPreview } from '../sweep-preview.ts'
import type { SweepRoute } from '../../chain/deposits/sweep-transactions.ts'
import type { ConnectedChain } from '../../chain/clients.ts'
import type { SendingDependencies } from '../dependencies.ts'
import type { SweepRequest } from './sweep-requests.ts'

/** Why nothing is known: the nodes contradict each other, or too few answer. */
export type UndecidedSweep = 'NodesDiffer' | 'NodesSilent'
export type SweepVerdict = SweepPreview | UndecidedSweep

type HostPreviews = HostAnswer<SweepPreview[]>[]

const describedMax = 3

/** Judges what each sweep would move, or why it would be refused, in order. */
export async function preCheckSweeps(
  dependencies: SendingDependencies,
  chain: ConnectedChain,
  route: SweepRoute,
  requests: SweepRequest[],
): Promise<SweepVerdict[]> {
  const hashes = requests.map(({ idHash }) => idHash)
  const byHost = await askEachHost(chain, (node) => previewSweeps(node, chain, route, hashes))
  const verdicts = requests.map((_, index) => decide(byHost, index, chain.nodesToAgree))
  await noteDiffering(dependencies, chain, requests, byHost)
  const disputed = requests.filter((_, index) => verdicts[index] === undefined)
  if (!disputed.length) return verdicts as SweepVerdict[]
  const ids = disputed.map(({ paymentId }) => paymentId)
  const left = await sumLeftInDeposits(dependencies.database.pool, ids, route.token)
  const logged = (index: number): bigint => {
    const seen = left.get(requests[index]!.paymentId)?.seen ?? 0n
    return seen > 0n ? seen : 0n
  }
  return verdicts.map((verdict, index) => verdict ?? logged(index))
}

/** `undefined`: some say that it would move, and others not, or not so much. */
function decide(byHost: HostPreviews, index: number, needed: number): SweepVerdict | undefined {
  const answers = answersOn(byHost, index)
  const agreed = findAgreed(answers, needed)
  if (agreed !== undefined) return agreed
  if (answers.some((answer) => typeof answer === 'bigint' && answer > 0n)) return undefined
  return answers.length < needed ? 'NodesSilent' : 'NodesDiffer'
}

const answersOn = (byHost: HostPreviews, index: number): SweepPreview[] =>
  byHost.map(({ answer }) => answer[index]!)

/** Records for the operator about which sweeps the nodes differ, the first few with each node's answer. */
async function noteDiffering(
  { database, bus, log }: SendingDependencies,
  chain: ConnectedChain,
  requests: SweepRequest[],
  byHost: HostPreviews,
): Promise<void> {
  const differing = [...requests.keys()].filter(
    (index) => new Set(answersOn(byHost, index)).size > 1,
  )
  if (!differing.length) return
  const described = differing.slice(0, describedMax).map((index) => {
    const answers = byHost.map(({ host, answer }) => `${host} says ${answer[index]}`)
    return `of ${requests[index]!.depositAddress} ${answers.join(', ')}`
  })
  const detail = `${differing.length} sweeps: ${described.join('; ')}`
  const dependencies = { database, bus, log, chain }
  await noteDifference(dependencies, { what: 'Preview', subject: 'sweeps', detail })
}
