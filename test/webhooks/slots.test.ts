/** How many calls may be under way to a destination, and of a merchant. */
import { expect, test } from 'vitest'
import { Slots } from '../../src/relays/slots.ts'

const bounds = { ofDestination: { first: 2, most: 8 }, ofOwner: { first: 4, most: 16 } }
const destination = {
  merchantId: 'shop',
  network: 'TestNet',
  endpointId: 'endpoint',
  apiKey: 'key',
} as const

const known = (slots: Slots) =>
  slots.known().map(({ calls, callsMax, ownerCallsMax }) => ({ calls, callsMax, ownerCallsMax }))

async function answerAll(slots: Slots, answers: boolean[], to = destination): Promise<void> {
  await Promise.all(answers.map((isAnswered) => slots.during(to, async () => isAnswered)))
}

test('an endpoint that answers gets more calls at once, up to a limit, and keeps them between two bursts', async () => {
  const slots = new Slots(bounds)
  await answerAll(slots, [true, true])
  expect(known(slots)).toEqual([{ calls: 0, callsMax: 4, ownerCallsMax: 6 }])
  await answerAll(
    slots,
    Array.from({ length: 20 }, () => true),
  )
  expect(known(slots)).toEqual([{ calls: 0, callsMax: 8, ownerCallsMax: 16 }])
})

test('one that fails gets half as many each time, and a first few at least', async () => {
  const slots = new Slots(bounds)
  await answerAll(
    slots,
    Array.from({ length: 20 }, () => true),
  )
  await answerAll(slots, [false])
  expect(known(slots)).toEqual([{ calls: 0, callsMax: 4, ownerCallsMax: 8 }])
  await answerAll(slots, [false, false])
  expect(known(slots)).toEqual([])
})

test('a call that throws counts as one that failed, and is not under way any more', async () => {
  const slots = new Slots(bounds)
  const failing = slots.during(destination, () => Promise.reject(new Error('lost')))
  expect(known(slots)).toEqual([{ calls: 1, callsMax: 2, ownerCallsMax: 4 }])
  await expect(failing).rejects.toThrow('lost')
  expect(known(slots)).toEqual([])
  expect(slots.total).toBe(0)
})

test('of those that wait for nothing only the last hundred are remembered', async () => {
  const slots = new Slots(bounds)
  for (let i = 0; i < 150; i++)
    await answerAll(slots, [true], { ...destination, apiKey: `key ${i}` as never })
  const names = slots.known().map(({ apiKey }) => apiKey)
  expect(names).toHaveLength(100)
  expect(names[0]).toBe('key 50')
})
