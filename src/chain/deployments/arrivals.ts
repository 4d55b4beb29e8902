/**
 * Finds the chains that can be served, and goes on trying those that do not answer at the start, or are
 * not what the chains file says. An absent chain holds up no other; once it answers as it should, it is
 * checked like the others and served without a restart.
 */
import type { AbsentChain, ChainDirectory, DeployedChain } from '../../shared/chain-directory.ts'
import type { ChainSettings } from '../../shared/chains.ts'
import type { Clock } from '../../shared/clock.ts'
import { RetryableError } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import type { Database } from '../../store/database.ts'
import { startAlone } from '../../store/starting/start-lock.ts'
import { detailsOf } from '../chain-errors.ts'
import { connectChain, verifyChainId } from '../clients.ts'
import { alignLocalChains } from '../embedded-time.ts'
import { findDeployment } from './deployment-store.ts'
import { resolveChain, toDeployedChain } from './deployments.ts'
import { isNodeFailure } from '../rpc/complaints.ts'
import { backoffMs, elapsedMs, wait } from '../../shared/time.ts'

const searchBaseMs = 1_000
const searchMaxMs = 60_000
/** A local chain often starts beside the service; the demo is made only where it answers at the start. */
const localWaitMaxMs = 10_000
const localAskAgainMs = 250

type ArrivalDependencies = { directory: ChainDirectory; database: Database; clock: Clock; log: Log }
export type FoundChains = { chains: DeployedChain[]; absent: AbsentChain[] }

/**
 * Resolves all chains at once. A chain that does not answer is absent, and so is one that is not what the
 * chains file says, because one node could otherwise keep all chains off by a lie. A local one must be what it says.
 *
 * @throws the error of the first chain, where no chain is what the chains file says: a wrong file is
 * better corrected before the start
 */
export async function findChains(
  settings: readonly ChainSettings[],
  database: Database,
  { localWaitMs = localWaitMaxMs } = {},
): Promise<FoundChains> {
  const answers = await Promise.allSettled(
    settings.map(async (chain) => {
      if (chain.embedded) await awaitNode(chain, Math.min(localWaitMs, localWaitMaxMs))
      return resolveAlone(chain, database)
    }),
  )
  const isServable = answers.some(
    (answer) => answer.status === 'fulfilled' || isUnreachable(answer.reason),
  )
  const found: FoundChains = { chains: [], absent: [] }
  for (const [index, answer] of answers.entries()) {
    const chain = settings[index]!
    if (answer.status === 'fulfilled') found.chains.push(answer.value)
    else if (isServable && (!chain.embedded || isUnreachable(answer.reason)))
      found.absent.push(await toAbsent(chain, database, answer.reason))
    else throw answer.reason
  }
  return found
}

/**
 * On a local chain what is missing is deployed, which processes that start at once may not do beside each other. One
 * that does not answer keeps nobody from their turn.
 */
async function resolveAlone(chain: ChainSettings, database: Database): Promise<DeployedChain> {
  if (!chain.embedded) return resolveChain(chain, database)
  await verifyChainId(chain, connectChain(chain))
  return startAlone({ database }, () => resolveChain(chain, database))
}

/** Waits until some node answers, whatever it says, but not for ever. */
async function awaitNode(chain: ChainSettings, waitMs: number): Promise<void> {
  const deadline = elapsedMs() + waitMs
  const connection = connectChain(chain)
  while (elapsedMs() < deadline) {
    try {
      return await verifyChainId(chain, connection)
    } catch (error) {
      if (!isUnreachable(error)) return
      await wait(localAskAgainMs)
    }
  }
}

/** Tries every absent chain again until it can be served; `stop` waits for the tries that are running. */
export function startArrivals(dependencies: ArrivalDependencies): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const searches = dependencies.directory.absent.map((chain) =>
    search(dependencies, chain, stopping.signal),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(searches)
    },
  }
}

async function search(
  dependencies: ArrivalDependencies,
  { settings }: AbsentChain,
  stopping: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await wait(backoffMs(attempt, searchBaseMs, searchMaxMs), stopping)
    if (stopping.aborted || (await serveIfFound(dependencies, settings))) return
  }
}

async function serveIfFound(
  { directory, database, clock, log }: ArrivalDependencies,
  settings: ChainSettings,
): Promise<boolean> {
  const blockchain = settings.name
  try {
    const chain = await resolveAlone(settings, database)
    if (chain.embedded) await alignLocalChains({ database, clock, directory }, [chain])
    directory.arrive(chain)
    log.info({ blockchain }, 'absent chain answers as it should; it is served from now on')
    return true
  } catch (error) {
    const before = directory.absent.find((chain) => chain.settings.name === blockchain)?.reason
    const absent = await toAbsent(settings, database, error).catch(() => null)
    if (absent) directory.keepAbsent(absent)
    if (absent && absent.reason !== before)
      log.error(
        { blockchain, reason: absent.reason },
        'absent chain is still not served; it is tried again within a minute',
      )
    return false
  }
}

async function toAbsent(
  settings: ChainSettings,
  database: Database,
  error: unknown,
): Promise<AbsentChain> {
  const stored = await findDeployment(database, settings.name)
  const isKnown = stored && settings.assets.every(({ code }) => stored.tokens[code] !== undefined)
  return {
    settings,
    why: isUnreachable(error) ? 'unreachable' : 'refused',
    reason: detailsOf(error),
    lastKnown: isKnown ? toDeployedChain(settings, stored) : null,
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof RetryableError || isNodeFailure(error)
