/** The receiver of a merchant's money, set by who has just proven who they are, and every change of it. */
import { z } from 'zod'
import type { Owner } from '../../../shared/owner.ts'
import { badRequest, Problem } from '../../../shared/problems.ts'
import {
  askForReceiver,
  callOffReceiver,
  listWaitingReceivers,
  receiverWaitHours,
  type WaitingReceiver,
} from '../../../store/merchants/pending-receivers.ts'
import { findReceiver, listReceiverChanges } from '../../../store/merchants/receivers.ts'
import { ChainAddress, Time } from '../../../core/resources/fields.ts'
import { proofInCall } from '../../authentication/given-proof.ts'
import { toActor } from '../../authentication/session.ts'
import type { HttpDependencies } from '../../dependencies.ts'
import { memberRoute, type Route } from '../../routing/route.ts'
import { PayingAddress } from '../../schemas/fields.ts'
import { PathText } from '../../schemas/path.ts'
import { page, PageResource } from '../../schemas/query.ts'
import { requireChain } from './own-chain.ts'
import {
  askWhatStands,
  refuseLostReceiver,
  type ReceiverStanding,
  warnOf,
} from './receiver-checks.ts'

const path = '/dashboard/api/{network}/receiver'

/** What is to count later, as both a merchant's people and operators see it. */
export const Waiting = z
  .strictObject({
    address: ChainAddress,
    by: z.string(),
    askedAt: Time,
    takesEffectAt: Time.meta({ description: 'From then on it counts, unless it is called off' }),
  })
  .meta({
    id: 'WaitingReceiver',
    description: 'A receiver that was asked for and does not count yet.',
  })

const NewReceiver = z
  .strictObject({
    blockchain: z.string(),
    address: PayingAddress,
    confirm: z.boolean().default(false).meta({ description: 'That the warnings were read' }),
    ...proofInCall,
  })
  .meta({ id: 'NewReceiver' })

const listReceiversRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listReceivers',
  right: 'read',
  tag: 'Setup',
  summary: 'List where the money goes',
  answer: {
    description: 'One entry for each chain of the network.',
    schema: z.strictObject({
      receivers: z.array(
        z
          .strictObject({
            blockchain: z.string(),
            address: ChainAddress.nullable(),
            waiting: Waiting.nullable(),
          })
          .meta({ id: 'Receiver' }),
      ),
    }),
  },
  async handle({ caller: { owner }, dependencies }) {
    const chains = dependencies.directory.ofNetwork(owner.network)
    const waiting = await listWaitingReceivers(dependencies, owner)
    const receivers = await Promise.all(
      chains.map(async ({ name }) => ({
        blockchain: name,
        address: await findReceiver(dependencies, owner, name),
        waiting: describeWaiting(waiting.find(({ blockchain }) => blockchain === name)),
      })),
    )
    return { body: { receivers } }
  },
})

const setReceiverRoute = memberRoute({
  method: 'PUT',
  path,
  operationId: 'setReceiver',
  right: 'receiver',
  needsProof: 'inCall',
  tag: 'Setup',
  summary: 'Say where the money goes from now on',
  description:
    `The first one of a chain counts at once; another one after ${receiverWaitHours} hours, until when it can be called off. ` +
    'Payments and subscriptions that exist keep their receiver for ever. Addresses at which money ' +
    'is lost are refused; of a contract you are warned, and go on with `confirm`. Both come before a proof is asked for.',
  body: NewReceiver,
  answer: {
    description: 'The receiver, and what you were warned of.',
    schema: z.strictObject({
      blockchain: z.string(),
      address: ChainAddress.meta({ description: 'What counts now' }),
      waiting: Waiting.nullable(),
      warnings: z.array(z.string()),
    }),
  },
  problems: ['NotFound'],
  async judge({ body, caller: { owner, account }, dependencies }) {
    dependencies.limiter.countJudged(account.id)
    // Where no node says it, the proof is asked for first, and what to confirm comes with the answer.
    await judgeReceiver(dependencies, owner, body, ['Contract'])
  },
  async handle({ body, caller, audit, dependencies }) {
    const { owner } = caller
    const warnings = await judgeReceiver(dependencies, owner, body, ['Contract', 'Unsaid'])
    const { blockchain } = body
    const receiver = { blockchain, address: body.address }
    const waiting = await askForReceiver(dependencies, owner, receiver, toActor(caller, audit))
    const address = await findReceiver(dependencies, owner, blockchain)
    return { body: { blockchain, address, waiting: describeWaiting(waiting), warnings } }
  },
})

/** Refuses where money is lost; returns what the merchant was warned of, and has confirmed. */
async function judgeReceiver(
  dependencies: HttpDependencies,
  owner: Owner,
  { confirm, ...receiver }: z.output<typeof NewReceiver>,
  toConfirm: readonly ReceiverStanding[],
): Promise<string[]> {
  requireChain(dependencies.directory, owner, receiver.blockchain)
  await refuseLostReceiver(dependencies, owner, receiver)
  const standing = await askWhatStands(dependencies, receiver)
  const warnings = warnOf(standing, receiver)
  if (toConfirm.includes(standing) && !confirm)
    throw badRequest([{ path: 'confirm', message: `must be true to go on: ${warnings.join(' ')}` }])
  return warnings
}

const callOffReceiverRoute = memberRoute({
  method: 'POST',
  path: `${path}/{blockchain}/call-off`,
  operationId: 'callOffReceiver',
  right: 'receiver',
  tag: 'Setup',
  summary: 'Call off a receiver that does not count yet',
  description: 'Needs no proof: whoever sees a stranger’s address is to be quick.',
  params: z.object({ blockchain: PathText }),
  answer: { status: 204, description: 'The receiver stays what it is.' },
  async handle({ params: { blockchain }, caller, audit, dependencies }) {
    const { owner } = caller
    requireChain(dependencies.directory, owner, blockchain)
    const actor = toActor(caller, audit)
    if (await callOffReceiver(dependencies, owner, blockchain, actor)) return {}
    throw new Problem('NotFound', `No receiver waits on ${blockchain}.`)
  },
})

export function describeWaiting(waiting: WaitingReceiver | null | undefined) {
  if (!waiting) return null
  const { address, by, askedAt, takesEffectAt } = waiting
  return { address, by, askedAt, takesEffectAt }
}

const listReceiverChangesRoute = memberRoute({
  method: 'GET',
  path: `${path}/changes`,
  operationId: 'listReceiverChanges',
  right: 'read',
  tag: 'Setup',
  summary: 'List the changes of receivers',
  description: 'The newest comes first; no entry is ever changed or removed.',
  query: z.strictObject(page),
  answer: {
    description: 'The changes, by whom and from where.',
    schema: z.strictObject({
      changes: z.array(
        z
          .strictObject({
            blockchain: z.string(),
            previous: ChainAddress.nullable(),
            address: ChainAddress,
            by: z.string(),
            from: z.string().nullable(),
            at: Time,
          })
          .meta({ id: 'ReceiverChange' }),
      ),
      page: PageResource,
    }),
  },
  async handle({ query, caller, dependencies }) {
    const changes = await listReceiverChanges(dependencies, caller.owner, query)
    return { body: { changes, page: query } }
  },
})

export const receiverRoutes: readonly Route[] = [
  listReceiversRoute,
  setReceiverRoute,
  callOffReceiverRoute,
  listReceiverChangesRoute,
]
