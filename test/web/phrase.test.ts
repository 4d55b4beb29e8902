/** Sentences of the dashboard with something in them. */
import { expect, test } from 'vitest'
import { counted, phrase } from '../../web/dashboard/phrase.ts'

test('counts are grouped from ten thousand on, and words stand as they are', () => {
  expect(phrase`Turn ${9999} of ${10_000}: ${'10000'}`).toBe('Turn 9999 of 10,000: 10000')
  expect(phrase`from ${undefined}to ${'here'}`).toBe('from to here')
})

test('a word that ends with a full stop ends the sentence, too', () => {
  expect(phrase`It was ${'not due.'}.`).toBe('It was not due.')
  expect(phrase`It was ${'late'}.`).toBe('It was late.')
})

test('one thing has another sentence than none or several', () => {
  const sentences = [0, 1, 2, 12_000].map((count) =>
    counted(count, '{count} charge fails', '{count} charges fail'),
  )
  expect(sentences).toEqual([
    '0 charges fail',
    '1 charge fails',
    '2 charges fail',
    '12,000 charges fail',
  ])
})
