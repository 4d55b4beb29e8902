/**
 * Works at commands to many: some of a job at a time, each an ordinary command with a message id that follows from
 * the job, so that whoever goes on after a crash has no command done a second time. Every process of the HTTP role
 * does it; some targets of a job are worked at by one.
 */
import { errorText } from '../../shared/errors.ts'
import { warnTogether } from '../../shared/log.ts'
import { type Pulse, startPulse } from '../../shared/pulse.ts'
import { wait } from '../../shared/retry.ts'
import {
  claimJob,
  type Claimed,
  finishJob,
  nextTargets,
  type Outcome,
  type Target,
  writeOutcomes,
} from '../../store/act-on-many/work.ts'
import { isWorkDue } from '../../store/waiting/due-work.ts'
import { requestProbes } from '../../store/merchants/destinations.ts'
import { askActor } from '../commands.ts'
import type { HttpDependencies } from '../dependencies.ts'
import { actorsOfLists } from './commands-of-lists.ts'

const lookEveryMs = 500
const commandsAtOnce = 8
/** Written down together; after a crash as many may be asked for again, without effect. */
const targetsAtOnce = 40
/** Webhooks go to somebody else's server: as many a second as may be sent again by hand. */
const resendsPerSecond = 20

export function startActingOnMany(dependencies: HttpDependencies): Pulse {
  return startPulse(() => workAtOneJob(dependencies), {
    everyMs: lookEveryMs,
    isDue: () => isWorkDue(dependencies.database, 'manyActs'),
    onError: (error) =>
      warnTogether(
        dependencies.log,
        { error: errorText(error) },
        'acting on many waits; trying again',
      ),
  })
}

/** Works at some targets of the oldest job; whether there was one. */
async function workAtOneJob(dependencies: HttpDependencies): Promise<boolean> {
  const { database, bus } = dependencies
  const job = await claimJob(database)
  if (!job) return false
  const begunAt = performance.now()
  const targets = await nextTargets(database, job.id, targetsAtOnce)
  if (job.list === 'deliveries' && targets.length > 0) {
    await requestProbes(database, job.owner)
    bus.wake('webhook')
  }
  await writeOutcomes(database, job.id, await actOn(dependencies, job, targets))
  if (targets.length < targetsAtOnce) await finishJob(database, job.id)
  else if (job.list === 'deliveries')
    await wait((targetsAtOnce / resendsPerSecond) * 1000 - (performance.now() - begunAt))
  return true
}

/** A few at once, in their order. */
async function actOn(
  dependencies: HttpDependencies,
  job: Claimed,
  targets: readonly Target[],
): Promise<Outcome[]> {
  const left = [...targets]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let target = left.shift(); target; target = left.shift())
      outcomes.push({ place: target.place, ...(await command(dependencies, job, target)) })
  }
  await Promise.all(Array.from({ length: commandsAtOnce }, work))
  return outcomes
}

/** Throws where nobody answers: the target stays, and its turn comes again. */
async function command(
  dependencies: HttpDependencies,
  { id, owner, list, command: name }: Claimed,
  { entityId }: Target,
): Promise<Omit<Outcome, 'place'>> {
  const kind = actorsOfLists[list]
  const event = { type: `${kind}.${name}` }
  const seed = { id: `many/${id}`, at: dependencies.clock.now() }
  const reply = await askActor({ seed, dependencies }, { kind, entityId, owner, event })
  switch (reply.outcome) {
    case 'applied':
    case 'ignored':
    case 'exists':
      return { outcome: 'Done', reason: null }
    case 'refused':
      return { outcome: 'Refused', reason: reply.actor.status }
    case 'notFound':
      return { outcome: 'Gone', reason: null }
    case 'failed':
      return { outcome: 'Failed', reason: 'the command met a fault of the service' }
  }
}
