/** `npm run test:paths` checks what it is asked before anything starts, and refuses in one line. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArguments } from './reports/arguments.ts'
import { newDirectory } from '../../test/support/temporary-directory.ts'

const file = (content: object): string => {
  const path = join(newDirectory('arguments'), 'file.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

/** `npm start` writes them like this, where its chain answers on its own machine alone. */
const credentials = file({
  chains: [
    {
      name: 'LocalTestNet',
      chainId: 31_337,
      rpcUrl: 'http://127.0.0.1:8545',
      factory: '0x01',
      assets: [{ code: 'ltUSDC', address: '0x02', decimals: 6 }],
    },
  ],
  merchant: {
    email: 'demo@mandate.local',
    password: 'secret',
    apiKey: 'test_key',
    apiSecret: 'secret',
    gasWallet: '0x03',
    receiver: '0x04',
  },
  planId: 'plan',
  payer: { address: '0x05', privateKey: '0x06' },
})
const operator = file({ email: 'operator@mandate.local', password: 'secret' })
const away = ['--base-url', 'https://pay.example/', '--credentials', credentials]
const here = ['--base-url', 'http://127.0.0.2:3000', '--credentials', credentials]

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
  [['--credentials', credentials], '--credentials is about a service that runs'],
  [['--operator', operator], '--operator is about a service that runs'],
  [['--rpc-url', 'http://127.0.0.1:8545'], '--rpc-url is about a service that runs'],
  [['--receiver-host', '127.0.0.1'], '--receiver-host is about a service that runs'],
  [[...here, '--credentials', 'README.md'], 'README.md is not a file of credentials'],
  [[...here, '--credentials', 'package.json'], 'chains: Invalid input'],
  [[...here, '--operator', 'no-such-login'], 'no-such-login'],
  [[...here, '--operator', 'package.json'], "is not an operator's login"],
  [[...here, '--rpc-url', '127.0.0.2:8545'], "'127.0.0.2:8545' is not an address"],
  [[...here, '--receiver-host', 'http://127.0.0.3'], 'is not a name or an address of a machine'],
  [[...here, '--receiver-host', '127.0.0.3:80'], 'is not a name or an address of a machine'],
  [[...away, '--receiver-host', 'my.example'], 'say by --rpc-url'],
  [[...away, '--rpc-url', 'https://chain.example'], 'say by --receiver-host'],
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
  expect(readArguments([...here, '--operator', operator])).toEqual({
    ground: 'service',
    isWhole: true,
    environment: {
      PATHS_BASE_URL: 'http://127.0.0.2:3000',
      PATHS_CREDENTIALS: credentials,
      PATHS_OPERATOR: operator,
    },
  })
})

test('a deployment on another machine is named with what both reach of each other', () => {
  const both = ['--rpc-url', 'https://chain.example', '--receiver-host', 'fd00::7']
  expect(readArguments([...away, ...both]).environment).toEqual({
    PATHS_BASE_URL: 'https://pay.example',
    PATHS_CREDENTIALS: credentials,
    PATHS_RPC_URL: 'https://chain.example',
    PATHS_RECEIVER_HOST: 'fd00::7',
  })
})

test('without arguments every path on every ground is asked for', () => {
  expect(readArguments([])).toEqual({ ground: null, isWhole: true, environment: {} })
})
