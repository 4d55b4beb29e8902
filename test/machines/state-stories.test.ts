/** Every state has a story that its machine can live, in sentences that a product owner can read. */
import { describe, expect, test } from 'vitest'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { statePath } from '../../src/core/turn/state-path.ts'
import { innermost, toLifecycle } from '../../src/core/lifecycles/model.ts'
import { findStories } from '../../src/core/lifecycles/stories/find-stories.ts'
import { momentWords } from '../../src/core/lifecycles/stories/moment-words.ts'
import { actorKinds } from '../../src/shared/stored-actor.ts'
import { type MachineReplay, replayEvents } from '../support/replay-events.ts'

describe.each(actorKinds)('the stories of a %s', (kind) => {
  const { machine, Input, Event } = actorDefinitions[kind]
  const stories = [...findStories(kind)]
  const turns = stories.flatMap(([, told]) => told)

  test('are told of every state in which it can stay', () => {
    const paths = innermost(toLifecycle(machine)).map(({ path }) => path)
    expect(stories.map(([path]) => path)).toEqual(paths)
  })

  test.each(stories)('%s is where its events lead', (path, told) => {
    const [begins, ...events] = told
    const first: MachineReplay = { at: begins!.at, input: Input.parse(begins!.event['input']) }
    expect(statePath(replayEvents(machine, first, events).value)).toBe(path)
    expect(told.at(-1)!.state).toBe(path)
    for (const { event } of events.filter(({ event: { type } }) => !type.startsWith('xstate.')))
      Event.parse(event)
  })

  test('each turn comes later than the one before', () => {
    for (const [, told] of stories) {
      const moments = told.map(({ at }) => at)
      expect(moments).toEqual([...new Set(moments)].toSorted((one, other) => one - other))
    }
  })

  test('are sentences, without gaps, whole ids or base units', () => {
    const sentences = [...new Set(turns.map(({ sentence }) => sentence))]
    const gap = /undefined|null|NaN|Invalid|\[object|\.\.|  | \.|^[a-z]|[^.!?”]$| came, and it is /
    const id = /0x[0-9a-fA-F]{9,}|\b[0-9A-Za-z]{22}\b|base units|\b\d{7,} [A-Z]{3,}/
    expect(sentences.filter((sentence) => gap.test(sentence) || id.test(sentence))).toEqual([])
  })
})

test('a story names the day in words, the money in its token, and what time does', () => {
  const told = findStories('subscription').get('Active.Overdue')!
  const lines = told.map(({ at, sentence }) => `${momentWords(at)}: ${sentence}`)
  expect(lines[1]).toMatch(
    /^1 March 2027, 09:10 UTC: .*the payer allows 144\.00 USDC and has 310\.00 USDC/,
  )
  expect(lines.at(-2)).toBe('31 March 2027, 09:20 UTC: The charge of period 2, 12.00 USDC, is due.')
  expect(lines.at(-1)).toMatch(/failed: the payer has less than one amount .* It is overdue now\.$/)
})

test('a story is a shortest one: a payment is paid in three turns', () => {
  const told = findStories('payment').get('Succeeded.Exact')!
  expect(told.map(({ state }) => state)).toEqual([
    'Created',
    'InProgress.Confirming',
    'Succeeded.Exact',
  ])
})
