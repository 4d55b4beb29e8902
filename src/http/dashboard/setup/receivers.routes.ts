/** The receiver of a merchant's money, set by who has just proven who they are, and every change of it. */
import { z } from 'zod'
import { badRequest } from '../../../shared/problems.ts'
import {
  findReceiver,
  listReceiverChanges,
  setReceiver,
} from '../../../store/merchants/receivers.ts'
import { ChainAddress, Time } from '../../../store/resources/fields.ts'
import { toActor } from '../../authentication/session.ts'
import { memberRoute } from '../../routing/route.ts'
import { PayingAddress } from '../../schemas/fields.ts'
import { page, PageResource } from '../../schemas/query.ts'
import { requireChain } from './own-chain.ts'
import { refuseLostReceiver, warnOfReceiver } from './receiver-checks.ts'

const path = '/dashboard/api/{network}/receiver'

const NewReceiver = z
  .strictObject({
    blockchain: z.string(),
    address: PayingAddress,
    confirm: z.boolean().default(false).meta({ description: 'That the warnings were read' }),
  })
  .meta({ id: 'NewReceiver' })

export const listReceiversRoute = memberRoute({
  method: 'GET',
  path,
  operationId: 'listReceivers',
  right: 'read',
  tag: 'Setup',
  summary: 'List where the money goes',
  answer: {
    status: 200,
    description: 'One entry for each chain of the network.',
    schema: z.strictObject({
      receivers: z.array(
        z
          .strictObject({ blockchain: z.string(), address: ChainAddress.nullable() })
          .meta({ id: 'Receiver' }),
      ),
    }),
  },
  async handle({ caller: { owner }, dependencies }) {
    const chains = dependencies.directory.ofNetwork(owner.network)
    const receivers = await Promise.all(
      chains.map(async ({ name }) => ({
        blockchain: name,
        address: await findReceiver(dependencies, owner, name),
      })),
    )
    return { body: { receivers } }
  },
})

export const setReceiverRoute = memberRoute({
  method: 'PUT',
  path,
  operationId: 'setReceiver',
  right: 'receiver',
  needsProof: true,
  tag: 'Setup',
  summary: 'Say where the money goes from now on',
  description:
    'Payments and subscriptions that exist keep their receiver for ever. Addresses at which money ' +
    'is lost are refused; of a contract you are warned, and go on with `confirm`.',
  body: NewReceiver,
  answer: {
    status: 200,
    description: 'The receiver, and what you were warned of.',
    schema: z.strictObject({
      blockchain: z.string(),
      address: ChainAddress,
      warnings: z.array(z.string()),
    }),
  },
  problems: ['NotFound'],
  async handle({ body: { confirm, ...receiver }, caller, dependencies }) {
    requireChain(dependencies.directory, caller.owner, receiver.blockchain)
    await refuseLostReceiver(dependencies, receiver)
    const warnings = await warnOfReceiver(dependencies, receiver)
    if (warnings.length > 0 && !confirm)
      throw badRequest([
        { path: 'confirm', message: `must be true to go on: ${warnings.join(' ')}` },
      ])
    await setReceiver(dependencies, caller.owner, receiver, toActor(caller))
    return { body: { ...receiver, warnings } }
  },
})

export const listReceiverChangesRoute = memberRoute({
  method: 'GET',
  path: `${path}/changes`,
  operationId: 'listReceiverChanges',
  right: 'read',
  tag: 'Setup',
  summary: 'List the changes of receivers',
  description: 'The newest comes first; no entry is ever changed or removed.',
  query: z.strictObject(page),
  answer: {
    status: 200,
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
