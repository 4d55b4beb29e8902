/** Things are found by words of what their merchant wrote to them, as people say the words. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Owner } from '../../src/shared/owner.ts'
import { lookedThroughMax } from '../../src/store/search/by-words.ts'
import { createSubscription } from './actors.ts'
import { createPayment } from './payments.ts'
import { type Dashboard, newMerchant, type Person, startDashboard } from './service.ts'
import { addressOf } from './world.ts'

/** Addresses that begin so, each by other digits behind that. */
const crowdOf = (beginning: string) =>
  Array.from(
    { length: 25 },
    (_, n) => `0x${`${beginning}${n.toString(16).padStart(3, '0')}`.padEnd(40, '0')}`,
  )

let dashboard: Dashboard
let alice: Person & { merchantId: string }
let bob: Person & { merchantId: string }
let planId: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  dashboard = await startDashboard()
  alice = await newMerchant(dashboard, 'alice')
  bob = await newMerchant(dashboard, 'bob')
  const owner: Owner = { merchantId: alice.merchantId, network: 'TestNet' }
  const plan = { name: 'Vegetable box', asset: 'tUSDC', amount: '7.25', periodDays: 31 }
  planId = (await alice.call('POST', '/test/plans', plan)).body.id
  const made = {
    number: { metadata: { order: 4711 }, description: 'Gift card' },
    longer: { metadata: { order: 471_100 } },
    dashed: {
      metadata: { order: '2026-88123', items: [{ sku: 'Tee-77', deep: { note: 'Größe' } }] },
    },
    text: { metadata: 'Заказ №81', description: 'Gift wrap' },
    glued: { metadata: 'INV91' },
    beans: { description: 'Fabulous beans', metadata: { batch: 'c0ffee42' } },
    // Addresses that begin like words, more than are looked at.
    crowd: { metadata: { from: ['fab', 'be'].flatMap(crowdOf) } },
    many: { metadata: { all: Array.from({ length: 80 }, (_, n) => n + 1_000) } },
  }
  for (const [name, wishes] of Object.entries(made))
    ids[name] = (await createPayment(dashboard, owner, wishes)).id
  const subscription = {
    customerId: 'ben.carter',
    metadata: 'Desk 12',
    planId,
    payer: addressOf('cd'),
  }
  ids['subscription'] = await createSubscription(dashboard, owner, subscription)
})
afterAll(() => dashboard.stop())

type Answer = { results: { kind: string; id: string; title: string }[]; isComplete: boolean }

async function search(q: string, person: Person = alice, network = 'test'): Promise<Answer> {
  const answer = await person.call('GET', `/${network}/search?q=${encodeURIComponent(q)}`)
  expect(answer.status).toBe(200)
  return answer.body
}

/** Names what is found, in its order; customers and plans by themselves. */
async function find(q: string): Promise<string[]> {
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return (await search(q)).results.map(({ kind, id }) => names.get(id) ?? kind)
}

const texts: [string, string[]][] = [
  // Whole words come before those that only begin so.
  ['4711', ['number', 'longer']],
  ['order 4711', ['number', 'longer']],
  ['Order no. 4711', ['number', 'longer']],
  ['471', ['longer', 'number']],
  ['2026-88123', ['dashed']],
  ['88123', ['dashed']],
  ['2026-88124', []],
  ['order 88124', []],
  ['tee', ['dashed']],
  ['GROSSE', []],
  ['größe', ['dashed']],
  ['grö 77', ['dashed']],
  ['заказ 81', ['text']],
  ['91', ['glued']],
  ['inv91', ['glued']],
  ['gift', ['text', 'number']],
  ['card gift', ['number']],
  ['gift nobody', []],
  ['gift 4711', ['number', 'longer']],
  ['carter', ['customer', 'subscription']],
  ['BEN CARTER', ['customer', 'subscription']],
  ['desk 12', ['subscription']],
  ['box', ['plan']],
  ['fab', ['beans']],
  ['be beans', ['beans']],
  ['be', ['customer', 'beans', 'subscription']],
  ['c0ffee42', ['beans']],
  ['0xC0FFEE42', ['beans']],
  ['0xfab013', ['crowd']],
  ['fab013', ['crowd']],
  [`0x${'fab013'.padEnd(40, '0')}`, ['crowd']],
  ['0x', []],
  ['0xfab', []],
  ['1000', ['many']],
  // What is behind the first 64 words of a thing is not found.
  ['1079', []],
]

test.each(texts)('"%s" finds %s', async (text, expected) => {
  expect(await find(text)).toEqual(expected)
})

test.each(texts)('"%s" finds nothing of another merchant, or on another network', async (text) => {
  expect((await search(text, bob)).results).toEqual([])
  expect((await search(text, alice, 'main')).results).toEqual([])
})

test('a plan is found by its new name, and by its old one no more', async () => {
  const terms = { name: 'Fruit box', asset: 'tUSDC', amount: '7.25', periodDays: 31 }
  const { body } = await alice.call('POST', '/test/plans', terms)
  const renamed = await alice.call('PATCH', `/test/plans/${body.id}`, { name: 'Berry box' })
  expect(renamed.status).toBe(200)
  const plansBy = async (q: string) => (await search(q)).results.map(({ title }) => title)
  expect(await plansBy('berry')).toEqual(['Berry box'])
  expect(await plansBy('fruit')).toEqual([])
  expect(await plansBy('box')).toEqual(['Berry box', 'Vegetable box'])
})

test('the lists find by whole words what the box finds, and their totals count the same', async () => {
  const count = async (list: string, words: string) => {
    const query = `words=${encodeURIComponent(words)}`
    const { body } = await alice.call('GET', `/test/${list}?${query}`)
    const totals = await alice.call('GET', `/test/${list}/totals?${query}`)
    expect(totals.body.count).toBe(body.page.total)
    return body.page.total
  }
  expect(await count('payments', '4711')).toBe(1)
  expect(await count('payments', '2026-88123')).toBe(1)
  expect(await count('payments', 'gift')).toBe(2)
  expect(await count('payments', 'GIFT, card')).toBe(1)
  expect(await count('payments', '№81')).toBe(1)
  expect(await count('payments', ' - ')).toBe(0)
  expect(await count('subscriptions', 'carter desk')).toBe(1)
  expect(await count('subscriptions', 'carter desks')).toBe(0)
  expect(await count('plans', 'vegetable')).toBe(1)
})

test('words that thousands have are looked for among the newest, and the answer says so', async () => {
  await dashboard.database.pool.query(
    `insert into search_word select $1, 'TestNet', word, 'payment', now() - n * interval '1 day', word || n
     from generate_series(1, $2::int) n cross join unnest(array['north', 'south']) word`,
    [alice.merchantId, lookedThroughMax + 1],
  )
  expect((await search('north')).isComplete).toBe(true)
  expect((await search('north south')).isComplete).toBe(false)
})

/** The words of a text, as the database splits it. */
async function wordsOf(text: string): Promise<string[]> {
  const { rows } = await dashboard.database.pool.query<{ words: string[] }>(
    'select search_words($1) as words',
    [text],
  )
  return rows[0]!.words
}

test('words are small, without accents and signs, each once, in their order', async () => {
  expect(await wordsOf('Órdér-4711 (order 4711); “Café”\tx_y\n🎁 ｆｕｌｌ')).toEqual([
    'order',
    '4711',
    'cafe',
    'x',
    'y',
    'full',
  ])
  expect(await wordsOf('0x70997970C5 a0xABCDEF 0xabcde 0xabcdef')).toEqual([
    '0x70997970c5',
    'a0xabcdef',
    '0xabcde',
    '0xabcdef',
  ])
  expect(await wordsOf('')).toEqual([])
  expect(await wordsOf('…—/')).toEqual([])
})

test('the words of any text are words of themselves, few and short', async () => {
  const signs = Array.from('aÄß№ｆ９4 -_.🎁Ω漢й\u0301')
  let seed = 4711
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  for (let n = 0; n < 200; n++) {
    const text = Array.from({ length: next() % 300 }, () => signs[next() % signs.length]).join('')
    const words = await wordsOf(text)
    expect(words.length).toBeLessThanOrEqual(64)
    for (const word of words) expect(Array.from(word).length).toBeLessThanOrEqual(66)
    expect(new Set(words).size).toBe(words.length)
    expect(new Set(await wordsOf(words.join(' ')))).toEqual(new Set(words))
    expect(await wordsOf(`  ${text}\n`)).toEqual(words)
  }
})
