/** Ends rows of the webhook relay with what became of them. */
import type { Bus } from '../bus/bus.ts'
import type { Message } from '../shared/message.ts'
import type { Database } from '../store/database.ts'
import { finishTogether } from '../store/engine/outbox.ts'
import type { Log } from '../shared/log.ts'
import type { Connections } from '../webhooks/connections.ts'
import type { MerchantDependencies } from '../store/parts.ts'

const resultTimeoutMs = 2_000

/**
 * Finishes rows and has their results taken. A result that is not accepted in time stays in the outbox, which repeats
 * it. A database that was set back while a call was under way knows neither its row nor its delivery: then the result is told
 * nobody, because no turn would ever take it.
 */
export async function finishWithResults(
  { database, bus }: { database: Database; bus: Bus },
  rowIds: string[],
  results: Message[],
): Promise<void> {
  await finishTogether(database.pool, { rowIds, messages: results })
  await Promise.all(
    results.map((result) => bus.requestEvent(result, resultTimeoutMs).catch(() => undefined)),
  )
}

export type WebhookRelayDependencies = MerchantDependencies & {
  bus: Bus
  log: Log
  connections: Connections
}
