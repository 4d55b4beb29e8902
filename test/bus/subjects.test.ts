import { expect, test } from 'vitest'
import {
  chainSubject,
  changedSubject,
  commandSubject,
  eventSubject,
  wakeSubject,
} from '../../src/bus/subjects.ts'
import type { Network } from '../../src/shared/network.ts'

const hostile = [
  '',
  ' ',
  '*',
  '>',
  '.',
  'a.b',
  'a b',
  'a\r\nPUB command.a 1\r\nx',
  'a\nSUB > 1',
  'a\0',
  'a\n',
  '%0a',
  'é',
  '\u2028',
  'a'.repeat(10_000),
]

test.each(hostile.map((text) => [JSON.stringify(text).slice(0, 30), text]))(
  'no subject of NATS is made of the text %s',
  (_, text) => {
    const makers = [
      () => commandSubject({ network: 'TestNet', merchantId: text! }),
      () => commandSubject({ network: text as Network, merchantId: 'a' }),
      () => eventSubject({ network: 'TestNet', merchantId: text! }),
      () => changedSubject('payment', text!),
      () => wakeSubject(text!),
      () => chainSubject(text!),
    ]
    for (const make of makers) expect(make).toThrow('may not stand in a NATS subject')
  },
)

test('an id is part of a subject of NATS unchanged', () => {
  expect(changedSubject('payment', '01a_B-9')).toBe('changed.payment.01a_B-9')
})
