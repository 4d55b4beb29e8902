/** The demo's plan: 10 of the first asset every 31 days. People may archive it; then it stays archived. */
import { BusUnavailable } from '../../bus/commands.ts'
import type { Bus } from '../../bus/bus.ts'
import type { DeployedChain } from '../../shared/chain-directory.ts'
import type { Clock } from '../../shared/clock.ts'
import { derivedId } from '../../shared/ids.ts'
import type { Message, MessageEvent, Reply } from '../../shared/message.ts'
import type { Database } from '../../store/database.ts'
import { getMerchant } from '../../store/merchants/merchants.ts'
import type { Owner } from '../../shared/owner.ts'
import { wait } from '../../shared/time.ts'

const commandTimeoutMs = 5_000
const attemptsMax = 10
const pauseMs = 200

type DemoPlanDependencies = { database: Database; bus: Bus; clock: Clock }

/** Creates and activates the plan where it does not exist yet; returns its id. */
export async function ensureDemoPlan(
  dependencies: DemoPlanDependencies,
  owner: Owner,
  { name: blockchain, assets }: DeployedChain,
): Promise<string> {
  const merchant = await getMerchant(dependencies, owner.merchantId)
  const id = derivedId(merchant.createdAt, `demo plan of ${merchant.id}`)
  const { code, decimals } = assets[0]!
  const input = {
    id,
    ...owner,
    name: 'Demo membership',
    description: 'Everything in the demo shop, for 31 days at a time.',
    asset: code,
    decimals,
    blockchain,
    amount: String(10n * 10n ** BigInt(decimals)),
    periodDays: 31,
    graceDays: 3,
    tags: ['demo'],
    createdAt: dependencies.clock.now().toISOString(),
  }
  const send = (event: MessageEvent) => command(dependencies.bus, { id, owner, event })
  const created = await send({ type: 'plan.create', input })
  if ('actor' in created && created.actor.status === 'Draft') await send({ type: 'plan.activate' })
  return id
}

/** Sends a command, again where no worker answers: one that was started a moment ago may not listen yet. */
async function command(
  bus: Bus,
  { id, owner, event }: { id: string; owner: Owner; event: MessageEvent },
): Promise<Reply> {
  const message: Message = {
    id: `demo/${id}/${event.type}`,
    kind: 'plan',
    entityId: id,
    ...owner,
    event,
    cause: { type: 'command', command: event.type, by: 'system' },
    isRepeat: true,
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await bus.request(message, commandTimeoutMs)
    } catch (error) {
      if (!(error instanceof BusUnavailable) || attempt === attemptsMax) throw error
      await wait(pauseMs)
    }
  }
}
