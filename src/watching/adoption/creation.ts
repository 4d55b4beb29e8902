/**
 * Has a worker create an actor that the chain remembers and the database does not. The creation is a message of the
 * outbox, as every other: the actor relay sends it, a turn takes it, once.
 */
import type { Message } from '../../shared/message.ts'
import type { Database } from '../../store/database.ts'
import { leaveToRelay } from '../../reporter/step.ts'
import { wait } from '../../shared/time.ts'

type Adopted = Pick<Message, 'entityId' | 'merchantId' | 'network'> & {
  kind: 'payment' | 'subscription'
  input: object
}

/** Several sweeps of the actor relay. */
const creationWaitMs = 60_000
const pauseMs = 100

/**
 * Waits until the actor is there; returns whether it was not there before.
 *
 * @throws where no worker takes the message; to do the same again is safe
 */
export async function createAdopted(
  { pool }: Pick<Database, 'pool'>,
  { input, ...actor }: Adopted,
): Promise<boolean> {
  if (await exists(pool, actor)) return false
  const type = `${actor.kind}.create`
  const cause = { type: 'command', command: type, by: 'operator' } as const
  const id = `adopt/${actor.kind}/${actor.entityId}`
  await leaveToRelay({ pool }, [{ ...actor, id, event: { type, input }, cause }])
  for (const until = Date.now() + creationWaitMs; !(await exists(pool, actor)); await wait(pauseMs))
    if (Date.now() > until)
      throw new Error(
        `no worker has created the ${actor.kind} within ${creationWaitMs / 1000} s: see that the service runs and why it refuses it, under /operator/stuck, and run this again`,
      )
  return true
}

async function exists(
  pool: Database['pool'],
  { kind, entityId }: Pick<Adopted, 'kind' | 'entityId'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(`select from ${kind} where id = $1`, [entityId])
  return rowCount === 1
}
