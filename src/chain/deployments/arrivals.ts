/**
 * Chains that do not answer at the start, or are not what the chains file says. They hold up nobody:
 * what answers is served, and the others are looked for again until they come, are looked at like the
 * rest, and go on by themselves.
 */
import type { AbsentChain, ChainDirectory, DeployedChain } from '../../shared/chain-directory.ts'
import type { ChainSettings } from '../../shared/chains.ts'
import { RetryableError } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import { backoffMs, wait } from '../../shared/retry.ts'
import type { Database } from '../../store/database.ts'
import { detailsOf } from '../chain-errors.ts'
import { findDeployment } from './deployment-store.ts'
import { resolveChain, toDeployedChain } from './deployments.ts'
import { isNodeFailure } from '../rpc/complaints.ts'

const searchBaseMs = 1_000
const searchMaxMs = 60_000

type Dependencies = { directory: ChainDirectory; database: Database; log: Log }
export type FoundChains = { chains: DeployedChain[]; absent: AbsentChain[] }

/**
 * Resolves all chains at once.
 *
 * @throws what `resolveChain` says of the first chain, where no chain is what the chains file says: a
 * wrong file is better corrected before the start. Otherwise such a chain is absent, like one that does
 * not answer: one node could keep all chains off by a lie. Nobody waits for a local one
 */
export async function findChains(
  settings: readonly ChainSettings[],
  database: Database,
): Promise<FoundChains> {
  const answers = await Promise.allSettled(settings.map((chain) => resolveChain(chain, database)))
  const isServable = answers.some(
    (answer) => answer.status === 'fulfilled' || isUnreachable(answer.reason),
  )
  const found: FoundChains = { chains: [], absent: [] }
  for (const [index, answer] of answers.entries()) {
    const chain = settings[index]!
    if (answer.status === 'fulfilled') found.chains.push(answer.value)
    else if (!chain.embedded && isServable)
      found.absent.push(await toAbsent(chain, database, answer.reason))
    else throw answer.reason
  }
  return found
}

/** Looks for every absent chain until it is there; `stop` lets the looks under way end. */
export function startArrivals(dependencies: Dependencies): { stop(): Promise<void> } {
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
  dependencies: Dependencies,
  { settings }: AbsentChain,
  stopping: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await wait(backoffMs(attempt, searchBaseMs, searchMaxMs), stopping)
    if (stopping.aborted || (await tryToFind(dependencies, settings))) return
  }
}

async function tryToFind(
  { directory, database, log }: Dependencies,
  settings: ChainSettings,
): Promise<boolean> {
  const blockchain = settings.name
  try {
    directory.arrive(await resolveChain(settings, database))
    log.info({ blockchain }, 'a chain is reachable now, and is served')
    return true
  } catch (error) {
    const before = directory.absent.find((chain) => chain.settings.name === blockchain)?.reason
    const absent = await toAbsent(settings, database, error).catch(() => null)
    if (absent) directory.keepAbsent(absent)
    if (absent && absent.reason !== before)
      log.error({ blockchain, reason: absent.reason }, 'a chain is still not served')
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
