/**
 * The service on which paths are run: one that is named by its address, with the credentials of a file such as the
 * local default writes, or one that is started for the test file. Everything is done to it from outside.
 */
import type { DevJson } from '../../../examples/client/dev-json.ts'
import { Merchant } from '../../../examples/client/merchant.ts'
import { Payer } from '../../../examples/client/payer.ts'
import { startWorld } from '../../../test/flow/world.ts'
import { type Deployment, readDeployment, type Login } from './deployment.ts'
import { NodeInFront } from './node-in-front.ts'
import { ReceivedWebhooks } from './received-webhooks.ts'
export type RunningService = {
  dev: DevJson
  merchant: Merchant
  payer: Payer
  /** Null where nobody has given one. */
  operator: Login | null
  /** The service asks this instead of its node; null where it asks the node itself. */
  nodeInFront: NodeInFront | null
  webhooks: ReceivedWebhooks
  stop(): Promise<void>
}

/**
 * Says how a service is started: the confirmations of its chain, and whether another node is put in front of its own.
 */
export type StartedAs = { confirmations?: number; hasNodeInFront?: boolean }

export async function openService(startedAs: StartedAs = {}): Promise<RunningService> {
  const deployment = readDeployment(process.env)
  const service = deployment ? open(deployment) : await start(startedAs)
  const webhooks = await ReceivedWebhooks.begin(service.merchant)
  return {
    ...service,
    webhooks,
    async stop() {
      await webhooks.end()
      await service.stop()
    },
  }
}

/** A chain that makes a block only now and then is told to make one for each transaction of a payer. */
const open = ({ dev, operator }: Deployment): Omit<RunningService, 'webhooks'> => ({
  dev,
  operator,
  nodeInFront: null,
  merchant: new Merchant(dev),
  payer: new Payer(dev, { mines: true }),
  async stop() {},
})

async function start({
  confirmations = 1,
  hasNodeInFront = false,
}: StartedAs): Promise<Omit<RunningService, 'webhooks'>> {
  let nodeInFront: NodeInFront | null = null
  const world = await startWorld(
    {},
    undefined,
    { confirmations },
    hasNodeInFront ? async (url) => (nodeInFront = await NodeInFront.begin(url)).url : undefined,
  )
  const { merchant, payer } = world
  const { operator } = world.service.demo!
  return {
    dev: merchant.dev,
    merchant,
    payer,
    operator,
    nodeInFront,
    async stop() {
      await world.stop()
      await nodeInFront?.stop()
    },
  }
}
