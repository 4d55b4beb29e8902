/** Effects, timers and lanes that should have moved by now and have not: where an operator starts. */
import { z } from 'zod'
import { actorKinds } from '../../../shared/stored-actor.ts'
import { RealTime, Time } from '../../../core/resources/fields.ts'
import { listStuck } from '../../../store/views/stuck.ts'
import { operatorRoute } from '../../routing/route.ts'
import { WatchedGasWalletResource } from './gas-wallet-resource.ts'

const ofActor = {
  kind: z.enum(actorKinds),
  entityId: z.string(),
  merchantId: z.string(),
  network: z.string(),
}

const StuckEffect = z
  .strictObject({
    id: z.string(),
    channel: z.string(),
    name: z.string(),
    ...ofActor,
    at: Time.meta({ description: 'Business time of the turn that asked for it' }),
    availableAt: RealTime.meta({ description: 'When it is tried again, in real time' }),
    attempts: z.int(),
    isParked: z.boolean().meta({
      description:
        'It is tried no more until an operator says so: one has parked it, or it is a message that workers refused 20 times',
    }),
    lastError: z.string().nullable().meta({
      description:
        'Why it was not done the last time; of a message also that no worker has taken it yet',
    }),
  })
  .meta({ id: 'StuckEffect' })

const Advice = z.string().meta({ description: 'What to do about it' })

const OpenAnomaly = z
  .strictObject({
    ...ofActor,
    kind: z.string().meta({ examples: ['subscription'] }),
    messageId: z.string(),
    event: z.string().meta({ description: 'The type of the message' }),
    state: z.string().meta({ description: 'Where the actor was' }),
    reason: z.string(),
    at: Time,
  })
  .meta({ id: 'OpenAnomaly' })

const Stuck = z
  .strictObject({
    lacks: z.array(z.string()).meta({
      description:
        'What the service as a whole lacks now, each with what to do, as `/ready` says it',
    }),
    anomalies: z.array(OpenAnomaly).meta({
      description:
        'Messages that their actors did not expect, until they are resolved; parked ones are among the effects',
    }),
    effects: z.array(StuckEffect).meta({ description: 'Tried more than three times' }),
    timers: z
      .array(z.strictObject({ ...ofActor, timerId: z.string(), dueAt: Time }))
      .meta({ description: 'More than a minute late' }),
    creditWaits: z
      .array(
        z.strictObject({
          blockchain: z.string(),
          reason: z.string(),
          detail: z.string(),
          since: RealTime,
          seenAt: RealTime,
          advice: Advice,
        }),
      )
      .meta({ description: 'Chains on which nothing is credited' }),
    nodeDifferences: z
      .array(
        z.strictObject({
          blockchain: z.string(),
          what: z.string(),
          subject: z.string(),
          detail: z.string(),
          since: RealTime,
          seenAt: RealTime,
          advice: Advice,
        }),
      )
      .meta({ description: 'What nodes differ about now' }),
    nodeAnomalies: z
      .array(
        z.strictObject({
          blockchain: z.string(),
          node: z.string(),
          what: z.string(),
          detail: z.string(),
          times: z.int(),
          firstAt: RealTime,
          lastAt: RealTime,
          advice: Advice,
        }),
      )
      .meta({ description: 'What nodes said and should not have' }),
    lanes: z
      .array(WatchedGasWalletResource.extend({ advice: Advice }).meta({ id: 'StuckLane' }))
      .meta({ description: 'Gas wallets whose transactions do not move on' }),
  })
  .meta({ id: 'Stuck' })

export const listStuckRoute = operatorRoute({
  method: 'GET',
  path: '/dashboard/api/operator/stuck',
  operationId: 'listStuck',
  tag: 'Service',
  summary: 'List what is stuck',
  answer: { description: 'At most 200 of each; empty lists where all is well.', schema: Stuck },
  async handle({ dependencies: { database, clock, readiness } }) {
    const [{ advice: lacks }, stuck] = await Promise.all([
      readiness(),
      listStuck(database, clock.now()),
    ])
    return { body: { lacks, ...stuck } }
  },
})
