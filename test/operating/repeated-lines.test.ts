/** One line in a few seconds reports what fails by hundreds a second, with the number of all. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toProblem } from '../../src/http/error-answers.ts'
import { RetryableError } from '../../src/shared/errors.ts'
import { createLog, type Log, warnTogether } from '../../src/shared/log.ts'

let lines: Record<string, unknown>[]
let log: Log

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  lines = []
  log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
})
afterEach(() => void vi.useRealTimers())

test('the first is written at once, the others of the next seconds in one line as the last of them, with their number', () => {
  for (let n = 1; n <= 300; n++) warnTogether(log, { n }, 'it failed')
  expect(lines).toMatchObject([{ n: 1, level: 'warn', msg: 'it failed' }])
  expect(lines[0]).not.toHaveProperty('times')
  vi.advanceTimersByTime(5_000)
  expect(lines.slice(1)).toMatchObject([{ n: 300, times: 299, withinSeconds: 5 }])
  warnTogether(log, { n: 301 }, 'it failed')
  warnTogether(log, { n: 302 }, 'it failed')
  vi.advanceTimersByTime(5_000)
  expect(lines.slice(2)).toMatchObject([{ n: 302, times: 2 }])
})

test('after some quiet seconds the next is written at once again, and other texts are never kept back', () => {
  warnTogether(log, { n: 1 }, 'it failed')
  warnTogether(log, { n: 2 }, 'something else failed')
  vi.advanceTimersByTime(5_000)
  warnTogether(log, { n: 3 }, 'it failed')
  expect(lines.map(({ n }) => n)).toEqual([1, 2, 3])
})

test('requests that are answered 503 while a part is away leave a line a few seconds, and not one each', () => {
  for (let n = 0; n < 100; n++) toProblem(new RetryableError('away'), log)
  vi.advanceTimersByTime(5_000)
  expect(lines).toMatchObject([{ error: 'RetryableError: away' }, { times: 99 }])
})
