/** Payments are made as fast as they are taken, by one shop; how long after each answer is its webhook at the endpoint? */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Program, startProgram } from '../programs.ts'
import { count, milliseconds, table } from '../table.ts'
import type { Payments, PaymentsRequest } from './payments.program.ts'
import type { ReceiverRequest, Summary } from './receiver.program.ts'
import type { Shop } from '../http/open-shop.ts'

const concurrencies = [1, 4, 32]
const lastMsMax = 120_000
const lookEveryMs = 50

export async function measureBesidePayments(service: Program, isQuick: boolean): Promise<string> {
  const lines: string[][] = []
  for (const concurrency of concurrencies) {
    const receiver = await startProgram(join(import.meta.dirname, 'receiver.program.ts'), [
      { answerAfterMs: 0 },
    ])
    const [openShopFor] = await receiver.ask<string[]>('urls' satisfies ReceiverRequest)
    const opened = await service.ask<{ url: string; shop: Shop }>({ openShopFor })
    const asking = await startProgram(join(import.meta.dirname, 'payments.program.ts'), opened)
    const windowMs = isQuick ? 5_000 : 20_000
    const made = await asking.ask<Payments>({ concurrency, windowMs } satisfies PaymentsRequest)
    lines.push(toLine(concurrency, made, await untilAllCame(receiver, made)))
    await asking.stop()
    await receiver.stop()
  }
  return table(head, lines)
}

async function untilAllCame(receiver: Program, { answeredAt }: Payments): Promise<Summary> {
  const deadline = performance.now() + lastMsMax
  const expected = Object.keys(answeredAt).length
  while (performance.now() < deadline) {
    if ((await receiver.ask<number>({ count: 1 } satisfies ReceiverRequest)) >= expected) break
    await sleep(lookEveryMs)
  }
  return receiver.ask<Summary>({ summarise: 1 } satisfies ReceiverRequest)
}

const head = [
  'POST payment, at once',
  'a second',
  'p50',
  'webhook after p50',
  'p99',
  'at most',
  'missing',
]

function toLine(
  concurrency: number,
  { answeredAt, perSecond, p50Ms }: Payments,
  { heardAt }: Summary,
) {
  const lags = Object.entries(answeredAt)
    .flatMap(([id, at]) => (heardAt[id] === undefined ? [] : [heardAt[id] - at]))
    .sort((one, other) => one - other)
  const at = (share: number) => milliseconds(lags[Math.floor(share * (lags.length - 1))] ?? NaN)
  return [
    String(concurrency),
    count(perSecond),
    milliseconds(p50Ms),
    at(0.5),
    at(0.99),
    at(1),
    String(Object.keys(answeredAt).length - lags.length),
  ]
}
