/** The events of one turn for a merchant are numbered one after another. */
import { expect, test } from 'vitest'
import { type LiveActor, takeTurn, type Turn } from '../../src/core/turn/turn.ts'
import { anAddress, createSubscription, told } from './messages.ts'

test('two events of one turn have numbers of their own, which follow those before', () => {
  const address = anAddress()
  const turns: Turn[] = []
  let live: LiveActor | null = null
  for (const message of [
    createSubscription(address),
    told('subscription', address, {
      type: 'chain.fundsSeen',
      allowance: '99000000000',
      balance: '99000000000',
      position: 1,
    }),
  ]) {
    const result = takeTurn(live, message, new Date())
    if (result.outcome !== 'moved') throw new Error(result.outcome)
    turns.push(result.turn)
    live = result.turn.next
  }
  const numbers = turns.map(({ outbox }) =>
    outbox
      .filter(({ channel }) => channel === 'event')
      .map(({ payload }) => (payload as { sequence: number }).sequence),
  )
  expect(Math.max(...numbers.map(({ length }) => length))).toBeGreaterThan(1)
  const all = numbers.flat()
  expect(all).toEqual(all.map((_, index) => index + 1))
})
