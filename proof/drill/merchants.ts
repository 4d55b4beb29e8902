/** Two merchants of a drill: one who trades, and one whose endpoint hangs, and who asks for what is not theirs. */
import { randomUUID } from 'node:crypto'
import { readDevJson } from '../../examples/client/dev-json.ts'
import { eventually } from '../../examples/client/eventually.ts'
import { Merchant } from '../../examples/client/merchant.ts'
import { startService } from '../../src/main.ts'
import { createLog } from '../../src/shared/log.ts'
import { readSettings } from '../../src/shared/settings.ts'
import type { Ground } from './ground.ts'
import type { ApiKey } from './shop.ts'

export type Market = {
  trader: ApiKey
  stranger: ApiKey
  /** The newest event before the endpoint was there. */
  eventsBefore: number
  planId: string
  /** The plan's charge, base units. */
  planAmount: bigint
  asset: { code: string; token: `0x${string}` }
  factory: `0x${string}`
  receiver: `0x${string}`
  gasWallet: `0x${string}`
  /** These must be readable nowhere. */
  secrets: string[]
}

/** Two days, of which a charge may be one late: whole days are the least that a plan can have. */
const plan = { name: 'Drill', amount: '3', periodDays: 2, graceDays: 1, asset: 'ltUSDC' }
const planAmount = 3_000_000n

/** Starts the service in one process, sets both merchants up, and ends it: the processes of the drill find them. */
export async function setUpMarket(
  ground: Ground,
  trader: ApiKey,
  endpoints: { trader: string; stranger: string },
): Promise<Market> {
  const port = new URL(ground.urls[0]!).port
  const { name: DEMO_API_KEY, secret: DEMO_API_SECRET } = trader
  const own = { PORT: port, DEMO_API_KEY, DEMO_API_SECRET }
  const settings = readSettings({ ...ground.environment, ...own })
  const started = await startService(settings, createLog('silent'))
  try {
    const dev = readDevJson(ground.directory)
    const shop = new Merchant(dev)
    const eventsBefore = await eventually('the log of the demo’s own plan', () =>
      shop.lastEventSeq(),
    )
    await shop.sendWebhooksTo(endpoints.trader)
    const created = await shop.asPerson<{ id: string }>('POST', '/test/plans', plan)
    await shop.asPerson('POST', `/test/plans/${created.id}/activate`, {})
    const operator = new Merchant({
      ...dev,
      merchant: { ...dev.merchant, ...started.demo!.operator },
    })
    const stranger = await letIn(operator, shop, endpoints.stranger)
    const { password, receiver, gasWallet } = dev.merchant
    const [chain] = dev.chains
    const asset = chain!.assets.find(({ code }) => code === plan.asset)!
    return {
      trader,
      stranger,
      eventsBefore,
      planId: created.id,
      planAmount,
      asset: { code: asset.code, token: asset.address as `0x${string}` },
      factory: chain!.factory as `0x${string}`,
      receiver: receiver as `0x${string}`,
      gasWallet: gasWallet as `0x${string}`,
      secrets: [
        trader.secret,
        stranger.secret,
        password,
        started.demo!.operator.password,
        ...secretsOf(ground),
      ],
    }
  } finally {
    await started.stop()
  }
}

/** Lists the secrets in the settings: the master key, and the password of the database. */
const secretsOf = ({ environment: { MASTER_KEY, DATABASE_URL } }: Ground): string[] => [
  MASTER_KEY!,
  DATABASE_URL!.split(/[:@]/)[2]!,
]

/** Has the operator invite a merchant, who is then set up for payments. */
async function letIn(operator: Merchant, trader: Merchant, endpoint: string): Promise<ApiKey> {
  const login = { email: `${randomUUID()}@drill.example`, password: randomUUID() }
  const { invitation } = await operator.asPerson<{ invitation: { token: string } }>(
    'POST',
    '/operator/merchants',
    { name: 'Stranger', email: login.email },
  )
  const { dev } = operator
  const owner = new Merchant({ ...dev, merchant: { ...dev.merchant, ...login } })
  await operator.asPerson('POST', '/account-link', {
    token: invitation.token,
    password: login.password,
  })
  await owner.asPerson('PUT', `/test/assets/${plan.asset}`, { active: true })
  const blockchain = dev.chains[0]!.name
  const address = trader.dev.payer.address
  await owner.asPerson('PUT', '/test/receiver', { blockchain, address, proof: owner.proof })
  await owner.sendWebhooksTo(endpoint)
  return owner.asPerson<ApiKey>('POST', '/test/api-keys', { label: 'Drill', proof: owner.proof })
}
