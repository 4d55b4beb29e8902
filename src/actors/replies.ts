/** The replies to messages as JSON texts: the outcome, and the actor after it. */
import type { StoredActor } from '../shared/stored-actor.ts'
import type { Unmoved } from './round.ts'

export const failedReply = (message: string, isForNewerRelease = false): string =>
  JSON.stringify({ outcome: 'failed', message, ...(isForNewerRelease && { isForNewerRelease }) })

/**
 * Writes the reply of a turn that was committed. `snapshotText` is the snapshot as JSON, which the
 * turn has at hand.
 */
export function appliedReply(
  { snapshot, ...rest }: StoredActor,
  snapshotText = JSON.stringify(snapshot),
): string {
  const actor = `${JSON.stringify(rest).slice(0, -1)},"snapshot":${snapshotText}}`
  return `{"outcome":"applied","actor":${actor}}`
}

/** Writes the reply to an unmoved message; a repeated one is answered as it was the first time. */
export function createUnmovedReply(
  result: Exclude<Unmoved['result'], { outcome: 'failed' }>,
  event: string,
  actor: StoredActor | undefined,
): string {
  if (!actor || ['notFound', 'forged', 'altered'].includes(result.outcome))
    return JSON.stringify({ outcome: 'notFound' })
  if (result.outcome === 'refused' || result.outcome === 'unexpected')
    return JSON.stringify({
      outcome: 'refused',
      actor,
      event,
      allowed: result.outcome === 'refused' ? result.allowed : actor.snapshot.acceptedCommands,
    })
  if (result.outcome === 'repeated') return appliedReply(actor)
  return JSON.stringify({ outcome: result.outcome === 'exists' ? 'exists' : 'ignored', actor })
}
