/** The receiver of a merchant's money, set by who knows the password, and every change of it. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { badRequest, Problem } from '../../shared/problems.ts'
import { findReceiver, listReceiverChanges, setReceiver } from '../../store/merchants/receivers.ts'
import type { Owner } from '../../shared/owner.ts'
import { PayingAddress } from '../schemas/fields.ts'
import { page } from '../schemas/query.ts'
import type { DashboardDependencies } from './dependencies.ts'
import { parse } from './parse.ts'
import { GivenPassword, proveSelf } from './password-proof.ts'
import { refuseLostReceiver, warnOfReceiver } from './receiver-checks.ts'
import { actorOf, ownerOf } from './session.ts'

const PageQuery = z.strictObject(page)
const ReceiverBody = z.strictObject({
  blockchain: z.string(),
  address: PayingAddress,
  /** The account's own: a session alone does not redirect money. */
  password: GivenPassword,
  /** That the warnings were read. */
  confirm: z.boolean().default(false),
})

export function receiverRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/receiver', async (request) => ({
    receivers: await describeReceivers(dependencies, ownerOf(request)),
  }))

  app.put('/receiver', async (request) => {
    const owner = ownerOf(request)
    const { password, confirm, ...receiver } = parse(request, { body: ReceiverBody }).body
    requireChain(dependencies, owner, receiver.blockchain)
    await proveSelf(dependencies, request, password)
    await refuseLostReceiver(dependencies, receiver)
    const warnings = await warnOfReceiver(dependencies, receiver)
    if (warnings.length > 0 && !confirm)
      throw badRequest([
        { path: 'confirm', message: `must be true to go on: ${warnings.join(' ')}` },
      ])
    await setReceiver(dependencies, owner, receiver, actorOf(request))
    return { ...receiver, warnings }
  })

  app.get('/receiver/changes', async (request) => {
    const { query } = parse(request, { query: PageQuery })
    const changes = await listReceiverChanges(dependencies, ownerOf(request), query)
    return { changes, page: query }
  })
}

function requireChain(
  { directory }: DashboardDependencies,
  { network }: Owner,
  name: string,
): void {
  if (directory.chain(name)?.network !== network)
    throw new Problem('NotFound', `There is no blockchain '${name}' on this network.`)
}

function describeReceivers(dependencies: DashboardDependencies, owner: Owner) {
  const chains = dependencies.directory.ofNetwork(owner.network)
  return Promise.all(
    chains.map(async ({ name }) => ({
      blockchain: name,
      address: await findReceiver(dependencies, owner, name),
    })),
  )
}
