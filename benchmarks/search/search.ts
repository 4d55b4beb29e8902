/**
 * Measures how long the search box waits: two dozen searches, each over HTTP and by itself, in a shop of so many payments;
 * and what the words cost where a payment is written.
 */
import { Merchant } from '../../examples/client/merchant.ts'
import { count, milliseconds, ratio, table } from '../table.ts'
import { startFilledShop } from './filled-shop.ts'

/** As people ask: an order by its number or by words around it, a customer, a part of a name, common words, an amount. */
const asked = (payments: number): string[] => [
  `${payments - 289}`,
  `order ${Math.round(payments / 3)}`,
  `2026-${payments - 1}`,
  `Order no. 2026-${Math.round(payments / 7)}`,
  `#${Math.round(payments / 2)}`,
  'gift card',
  'vegetable',
  'tea box',
  `SKU${payments % 1_000}`,
  `gift ${Math.round(payments / 9)}`,
  'carter',
  'ben.carter.77',
  'carter 4711',
  'cart',
  'c',
  'nobody',
  '25',
  '25.50 ltUSDC',
  `0x${'2'.padEnd(10, '0').padStart(40, '0')}`,
  `0x${'feed'.padEnd(40, '0')}`,
  'feed00',
  '0xfeed00…00000f',
  '0x123456',
  `${'y'.repeat(17)}${String(payments - 1).padStart(5, '0')}`.slice(-22),
]

export async function measureSearch(payments: number, rounds: number): Promise<string> {
  const shop = await startFilledShop(payments)
  try {
    const merchant = new Merchant(shop.dev)
    const waits = new Map<string, number[]>()
    // The first round is that of a cold cache, as after a start.
    for (let round = 0; round < rounds; round++)
      for (const text of asked(payments)) {
        const startedAt = performance.now()
        await merchant.asPerson('GET', `/test/search?q=${encodeURIComponent(text)}`)
        waits.set(text, [...(waits.get(text) ?? []), performance.now() - startedAt])
      }
    const row = (text: string, all: number[]) => {
      const sorted = all.toSorted((one, other) => one - other)
      const at = (part: number) => milliseconds(sorted[Math.ceil(part * sorted.length) - 1]!)
      return [text, at(0.5), at(0.95), at(1)]
    }
    return [
      table(
        ['searched for', 'p50', 'p95', 'longest'],
        [
          ...[...waits].map(([text, all]) => row(`\`${text}\``, all)),
          row('all', [...waits.values()].flat()),
        ],
      ),
      '',
      ...shop.sizes.map(({ name, rows, bytes }) => `${name}: ${count(rows)} rows, ${bytes}`),
      `A payment's row with its words takes ${ratio(shop.costOfWords)} of the time of one without.`,
    ].join('\n')
  } finally {
    await shop.stop()
  }
}
