/** What `npm run test:paths` is asked for is checked before anything starts, and refused in one line. */
import { expect, test } from 'vitest'
import { readArguments } from '../../scripts/paths/arguments.ts'

test.each([
  [['--machines', 'plan'], "Unknown option '--machines'"],
  [['--machine', 'plane'], "There is no machine 'plane'"],
  [['--shard', '4/3'], "The shard '4/3' is not a part"],
  [['--shard', '0/3'], "The shard '0/3' is not a part"],
  [['--shard', 'third'], "The shard 'third' is not a part"],
  [['--path', 'store/plan/99'], "There is no path 'store/plan/99'"],
  [['--ground', 'moon'], "There is no ground 'moon'"],
  [['--path', 'store/plan/1', '--ground', 'service'], 'runs on the store'],
  [['--base-url', 'pay.example'], "'pay.example' is not an address"],
  [['--base-url', 'https://pay.example', '--ground', 'store'], 'a database of their own'],
  [['--base-url', 'https://pay.example', '--credentials', 'no-such-file'], 'no-such-file'],
  [['--credentials', 'package.json'], '--credentials goes with --base-url'],
  [['--operator', 'package.json'], '--operator goes with --base-url'],
  [
    [
      '--base-url',
      'http://a.example',
      '--credentials',
      'package.json',
      '--operator',
      'no-such-login',
    ],
    'no-such-login',
  ],
])('%j is refused', (args, message) => {
  const refuse = () => readArguments(args)
  expect(refuse).toThrow(message)
  expect(refuse).not.toThrow('\n')
})

test('a part of the paths is asked for by machine and shard', () => {
  expect(readArguments(['--machine', 'charge', '--shard', '2/3'])).toEqual({
    ground: null,
    isWhole: false,
    environment: { PATHS_MACHINE: 'charge', PATHS_SHARD: '2/3' },
  })
})

test('one path runs on its ground alone', () => {
  expect(readArguments(['--path', 'store/plan/1'])).toMatchObject({ ground: 'store' })
})

test('a deployment is tested on its service, with the logins that are named', () => {
  const address = ['--base-url', 'https://pay.example']
  const logins = ['--credentials', 'package.json', '--operator', 'tsconfig.json']
  expect(readArguments([...address, ...logins])).toEqual({
    ground: 'service',
    isWhole: true,
    environment: {
      PATHS_BASE_URL: 'https://pay.example',
      PATHS_CREDENTIALS: 'package.json',
      PATHS_OPERATOR: 'tsconfig.json',
    },
  })
})

test('without arguments every path on every ground is asked for', () => {
  expect(readArguments([])).toEqual({ ground: null, isWhole: true, environment: {} })
})
