/** Events are read as viem reads them, with the signatures of an ABI hashed once. */
import {
  type AbiEvent,
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { subscriptionFactoryAbi } from '../../src/chain/abi/subscription-factory.ts'
import { checksummed } from '../../src/chain/logs/checksummed.ts'
import { readerOf } from '../../src/chain/logs/event-reader.ts'

const read = readerOf(subscriptionFactoryAbi)
const events = subscriptionFactoryAbi.filter((item) => item.type === 'event')

const addressOf = (index: number) => privateKeyToAddress(`0x${String(index + 1).padStart(64, '0')}`)
const valueOf = (type: string, index: number): unknown => {
  if (type === 'address') return addressOf(index)
  if (type === 'bytes32') return `0x${'ab'.repeat(32)}`
  return type === 'bytes4' ? '0x12345678' : index + 7
}

function logOf(event: AbiEvent): { topics: [Hex, ...Hex[]]; data: Hex } {
  const values = event.inputs.map(({ type }, index) => valueOf(type, index))
  const args = Object.fromEntries(event.inputs.map(({ name }, index) => [name!, values[index]]))
  const others = event.inputs.filter(({ indexed }) => !indexed)
  return {
    topics: encodeEventTopics({ abi: [event], args } as never) as [Hex, ...Hex[]],
    data: encodeAbiParameters(
      others,
      others.map(({ name }) => args[name!]),
    ),
  }
}

test.each(events)('$name is read as viem reads it', (event) => {
  const log = logOf(event)
  expect(read(log)).toEqual(decodeEventLog({ abi: subscriptionFactoryAbi, ...log }))
})

test('another event is none of the ABI', () => {
  expect(read({ topics: [`0x${'00'.repeat(32)}`], data: '0x' })).toBeNull()
  expect(read({ topics: [], data: '0x' })).toBeNull()
})

test.each(events)('$name that is not what its first topic says is refused', (event) => {
  const { topics, data } = logOf(event)
  expect(() => read({ topics: [topics[0]], data })).toThrow('indexed arguments')
  if (data !== '0x') {
    expect(() => read({ topics, data: '0x' })).toThrow('without its data')
    expect(() => read({ topics, data: data.slice(0, 64) as Hex })).toThrow(/small|bounds/)
  }
})

test('addresses that were let go of are written as before', () => {
  const first = addressOf(0)
  const small = first.toLowerCase() as Hex
  expect(checksummed(small)).toBe(first)
  for (let index = 1; index <= 25_000; index++)
    checksummed(`0x${index.toString(16).padStart(40, '0')}`)
  expect(checksummed(small)).toBe(first)
  expect(() => checksummed('0x1234')).toThrow('invalid')
})
