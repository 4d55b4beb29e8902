/** Faults in the chains file: each is named with its field, its value and what to write instead. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readChainsFile } from '../../src/shared/chains.ts'
import { newDirectory } from '../support/temporary-directory.ts'

const path = join(newDirectory('chains-file'), 'chains.json')
const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const good = {
  name: 'Base',
  network: 'MainNet',
  chainId: 8453,
  rpcUrls: ['https://one.example', 'https://two.example'],
}
const token = { code: 'bUSDC', symbol: 'USDC', name: 'USD Coin', decimals: 6, address }

/** Returns the lines of the error; empty where the file is valid. */
function faultsIn(file: unknown): string[] {
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  try {
    readChainsFile(path)
    return []
  } catch (error) {
    const { message } = error as Error
    const title = `the chains file ${path} (CHAINS_FILE) is not valid:`
    expect(message.startsWith(title)).toBe(true)
    return message
      .slice(title.length)
      .trim()
      .split('\n')
      .map((line) => line.trim())
  }
}
const ofChain = (fields: object) => faultsIn([{ ...good, assets: [token], ...fields }])
const ofToken = (fields: object) => ofChain({ assets: [{ ...token, ...fields }] })
const ofGas = (fields: object) => ofChain({ gas: fields })

const number = 'must be a number, without quotes'
const whole = 'must be a whole number'
const text = 'must be a text in quotes'
const truth = 'must be true or false, without quotes'
const list = 'must be a list: [ … ]'
const gwei = 'must be a decimal in gwei, such as "0.5"'
const decimal = 'must be a plain decimal such as "0.5"'
const anAddress = 'must be an address with a valid checksum'
const web = 'must be an http or https address'

/** A field, its wrong value and a part of the answer. */
type Case = [field: string, value: unknown, answer: string]

const chainCases: Case[] = [
  ['name', '', 'must be 2 to 40 letters'],
  ['name', 5, text],
  ['network', 'Mainnet', 'must be one of "TestNet", "MainNet"'],
  ['chainId', 0, 'must be more than 0'],
  ['chainId', -1, 'must be more than 0'],
  ['chainId', '8453', number],
  ['chainId', 1.5, whole],
  ['chainId', 1e30, 'must be at most 9007199254740991'],
  ['embedded', 'true', truth],
  ['embedded', true, 'is for a local chain of the TestNet'],
  ['nodesToAgree', 0, 'must be at least 1'],
  ['nodesToAgree', 11, 'must be at most 10'],
  ['nodesToAgree', '1', number],
  ['finality', 'final', 'must be one of "confirmations", "safe", "finalized"'],
  ['confirmations', 0, 'must be at least 1'],
  ['confirmations', -12, 'must be at least 1'],
  ['confirmations', 1e30, 'must be at most 100000'],
  ['confirmations', '12', number],
  ['pollMs', 10, 'must be at least 100'],
  ['pollMs', 1e9, 'must be at most 600000'],
  ['logRangeMax', 0, 'must be at least 1'],
  ['logRangeMax', 1e9, 'must be at most 100000'],
  ['nativeSymbol', '', 'must not be empty'],
  ['nativeSymbol', ' ETH', 'must neither begin nor end with a space'],
  ['factory', '0x12', anAddress],
  ['depositFactory', 5, text],
  ['sweepAfterSeconds', -1, 'must be at least 0'],
  ['sweepAfterSeconds', 1e9, 'must be at most 86400'],
  ['sweepMaxFeePerGasGwei', '', gwei],
  ['sweepMaxFeePerGasGwei', '0', 'must be more than 0'],
  ['sweepMaxFeePerGasGwei', '20000000', 'must be at most 100000: is it in wei?'],
  ['sweepMaxFeePerGasGwei', 20, text],
  ['sweepCostPercentMax', 0, 'must be at least 1'],
  ['sweepCostPercentMax', 101, 'must be at most 100'],
  ['gas', '5', 'must be an object: { … }'],
  ['assets', 'USDC', list],
]
const tokenCases: Case[] = [
  ['code', 'b USDC', 'must be 2 to 20 letters and digits'],
  ['symbol', '', 'must not be empty'],
  ['symbol', 'USDC ', 'must neither begin nor end with a space'],
  ['name', 'x'.repeat(61), 'must be at most 60 letters long'],
  ['onChainSymbol', '', 'must not be empty'],
  ['decimals', -1, 'must be at least 0'],
  ['decimals', 37, 'must be at most 36'],
  ['decimals', '6', number],
  ['address', address.toUpperCase(), anAddress],
  ['address', null, 'bUSDC needs the address of its contract'],
  ['loggedBy', address, list],
  ['resetAllowance', 1, truth],
  ['minPayment', '-5', decimal],
  ['minPayment', '1e6', decimal],
  ['minPayment', 5, text],
  ['minSweep', '5,00', decimal],
  ['nativePrice', '0', 'must be more than 0'],
  ['nativePrice', 'dear', decimal],
]
const gasCases: Case[] = [
  ['maxFeePerGasGwei', '0', 'must be more than 0'],
  ['maxFeePerGasGwei', '-1', gwei],
  ['maxFeePerGasGwei', '500000000', 'must be at most 100000: is it in wei?'],
  ['maxFeePerGasGwei', 50, text],
  ['maxTipGwei', 'high', gwei],
  ['pricing', 'eip-1559', 'must be one of "auto", "eip1559", "legacy"'],
  ['gasPerTransactionMax', 1, 'must be at least 1000000'],
  ['gasPerTransactionMax', 1e12, 'must be at most 1000000000'],
  ['maxDataFeePerKilobyteGwei', '0', 'must be more than 0'],
  ['maxDataFeePerKilobyteGwei', 2000000, text],
  ['dataFee', true, 'must be one of "auto", "none", "opStack", "inGas"'],
]

describe('wrong values', () => {
  test.each(chainCases)(
    'a wrong value of a chain is named with what to write instead (%s: %j)',
    (field, value, answer) => {
      const place = field === 'name' ? '' : `Base.${field}`
      expectOne(ofChain({ [field]: value }), place, value, answer)
    },
  )
  test.each(tokenCases)(
    'a wrong value of a token is named with what to write instead (%s: %j)',
    (field, value, answer) => {
      expectOne(ofToken({ [field]: value }), `Base.assets.0.${field}`, value, answer)
    },
  )
  test.each(gasCases)(
    'a wrong value of "gas" is named with what to write instead (%s: %j)',
    (field, value, answer) => {
      expectOne(ofGas({ [field]: value }), `Base.gas.${field}`, value, answer)
    },
  )
})

function expectOne(faults: string[], place: string, value: unknown, answer: string): void {
  expect(faults).toContainEqual(expect.stringContaining(answer))
  const named = faults.find((fault) => fault.includes(answer))
  expect(named).toContain(place)
  if (typeof value !== 'object' || value === null)
    expect(named).toContain(` is ${JSON.stringify(value).slice(0, 60)}`)
}

test('a chains file as documented has no fault', () => {
  expect(ofChain({})).toEqual([])
})

test.each(['name', 'network', 'chainId', 'assets'])(
  'the fault of a chain without %s names that field',
  (field) => {
    expect(ofChain({ [field]: undefined })).toEqual([
      expect.stringMatching(new RegExp(`${field}.*(is missing|must be one of)`)),
    ])
  },
)

test.each([
  [{ confirmation: 12 }, '"confirmation" here, did you mean "confirmations"'],
  [{ RPCUrls: [] }, '"RPCUrls" here, did you mean "rpcUrls"'],
  [{ maxFeePerGasGwei: '5' }, '"maxFeePerGasGwei" here, it belongs to "gas"'],
  [{ minPayment: '5' }, '"minPayment" here, it belongs to an entry of "assets"'],
  [{ deployBeforeApproval: true }, '"deployBeforeApproval" here, remove it'],
])('an unknown field of a chain is named with the one that was meant: %j', (fields, answer) => {
  expect(ofChain(fields)).toEqual([expect.stringContaining(`Base: there is no field ${answer}`)])
})

test('an unknown field of a token is named: rebases', () => {
  expect(ofToken({ rebases: true })).toEqual([
    expect.stringContaining('Base.assets.0: there is no field "rebases" here, remove it'),
  ])
})

test.each([
  [{ publicRpcUrl: 'base.example/SECRETKEY' }, `Base.publicRpcUrl: ${web}`],
  [{ explorerUrl: 'javascript:alert("SECRETKEY")' }, `Base.explorerUrl: ${web}`],
  [{ rpcUrls: ['wss://one.example/SECRETKEY', 'https://two.example'] }, `Base.rpcUrls.0: ${web}`],
  [{ rpcUrls: 'https://one.example/SECRETKEY' }, `Base.rpcUrls: ${list}`],
])('a fault in a web address does not repeat the address: %j', (fields, answer) => {
  const faults = ofChain(fields)
  expect(faults).toEqual([expect.stringContaining(answer)])
  expect(faults.join()).not.toContain('SECRETKEY')
})

test('addresses, tokens and chains that are there twice are named', () => {
  const chain = { ...good, assets: [token] }
  const url = 'https://one.example/SECRETKEY'
  expect(ofChain({ rpcUrls: [url, url, 'https://two.example'] })).toEqual([
    'Base.rpcUrls: the same address of one.example is there twice: remove one',
  ])
  expect(ofChain({ assets: [token, { ...token, code: 'other' }] }).join()).toContain(
    `token of Base '${address}' is used twice`,
  )
  expect(faultsIn([chain, chain]).join()).toMatch(/chain name 'Base'.*chain id '8453'.*'bUSDC'/s)
})

test.each([{}, null, 'x', [], [null], [[]], [1]])(
  'a chains file that holds %j is refused',
  (file) => {
    expect(faultsIn(JSON.stringify(file))).toEqual([
      expect.stringMatching(/must be a list|must not be empty|must be an object/),
    ])
  },
)
