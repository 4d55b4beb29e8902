/** Messages that wait for a turn are taken in order of arrival, one batch at a time for each actor. */
import { beforeEach, expect, test } from 'vitest'
import { TurnQueue, type WaitingMessage } from '../../src/actors/turn-queue.ts'
import { command } from './messages.ts'

let queue: TurnQueue
beforeEach(() => void (queue = new TurnQueue()))

/** Makes a message named after its actor and its number: `a1`. */
function waiting(name: string, isAlone = false): WaitingMessage {
  const message = command('plan', name[0]!, { type: 'plan.activate' }, name)
  return { message, wantsReply: false, resolve: () => undefined, conflicts: 0, isAlone }
}

const put = (...names: string[]) => names.forEach((name) => queue.push(waiting(name)))
const names = (taken: WaitingMessage[]) => taken.map(({ message }) => message.id)

test('a batch takes the waiting messages in order, up to its limit', () => {
  put('a1', 'b1', 'a2', 'c1')
  expect(names(queue.take(3))).toEqual(['a1', 'b1', 'a2'])
  expect(queue.length).toBe(1)
})

test('messages of an actor in hand wait until it is released, and those of others go before them', () => {
  put('a1')
  const inHand = queue.take(10)
  put('a2', 'b1', 'a3')
  expect(names(queue.take(10))).toEqual(['b1'])
  expect(queue.take(10)).toEqual([])
  queue.release(inHand)
  expect(names(queue.take(10))).toEqual(['a2', 'a3'])
})

test('messages that are put back come before those that arrived after them', () => {
  put('a3')
  queue.unshift([waiting('a1'), waiting('a2')])
  expect(names(queue.take(10))).toEqual(['a1', 'a2', 'a3'])
})

test('turns of transactions are taken before others, in their order', () => {
  const ofTransaction = (name: string) => {
    const one = waiting(name)
    return { ...one, message: { ...one.message, kind: 'transaction' as const } }
  }
  put('a1', 'b1')
  queue.push(ofTransaction('t1'))
  put('c1')
  queue.push(ofTransaction('t2'))
  expect(queue.length).toBe(5)
  expect(names(queue.take(3))).toEqual(['t1', 't2', 'a1'])
  queue.unshift([waiting('a0'), ofTransaction('u1')])
  expect(names(queue.take(10))).toEqual(['u1', 'b1', 'c1'])
  queue.release([waiting('a1')])
  expect(names(queue.take(10))).toEqual(['a0'])
})

test('a message that must be tried alone is taken alone, and its actor keeps its order', () => {
  put('b1')
  queue.unshift([waiting('a1', true), waiting('a2', true)])
  const alone = queue.take(10)
  expect(names(alone)).toEqual(['a1'])
  expect(names(queue.take(10))).toEqual(['b1'])
  queue.release(alone)
  expect(names(queue.take(10))).toEqual(['a2'])
})

test('a backlog of 300,000 messages is taken', () => {
  const backlog = 300_000
  for (let index = 0; index < backlog; index++) queue.push(waiting(`a${index}`))
  expect(queue.take(256)).toHaveLength(256)
  expect(queue.length).toBe(backlog - 256)
})
