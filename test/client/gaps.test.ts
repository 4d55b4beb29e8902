import { expect, test } from 'vitest'
import type { Event } from '../../packages/node/src/index.ts'
import { Gaps } from '../../packages/node/src/listen/gaps.ts'

const told = (logNumber: number, id: string, sequence: number) =>
  ({ logNumber, sequence, cause: { type: 'chain' }, payment: { id } }) as unknown as Event

test('a number that is left out is told, of the log and of each resource, and nothing else', () => {
  const gaps = new Gaps(6)
  expect(gaps.take(told(7, 'a', 3))).toEqual([])
  expect(gaps.take(told(8, 'b', 1))).toEqual([])
  expect(gaps.take(told(9, 'a', 4))).toEqual([])
  expect(gaps.take(told(11, 'a', 5))).toEqual(['log number 10 expected, 11 came'])
  expect(gaps.take(told(12, 'b', 3))).toEqual(['sequence 2 of payment b expected, 3 came'])
  expect(gaps.take(told(13, 'b', 4))).toEqual([])
})

test('what is missing before the first event is told as well', () => {
  expect(new Gaps(6).take(told(8, 'a', 3))).toEqual(['log number 7 expected, 8 came'])
})

test('a customer is known by the customer’s name, whichever subscription tells of it, and a gas wallet by its chain', () => {
  const gaps = new Gaps(0)
  const tell = (logNumber: number, sequence: number, resource: object) =>
    gaps.take({ logNumber, sequence, ...resource } as unknown as Event)
  const customer = (contractAddress: string) => ({
    customer: { customerId: 'c-1', contractAddress },
  })
  const gasWallet = (blockchain: string) => ({ gasWallet: { blockchain, address: '0x1' } })
  expect(tell(1, 1, customer('0xA'))).toEqual([])
  expect(tell(2, 2, customer('0xB'))).toEqual([])
  expect(tell(3, 3, customer('0xA'))).toEqual([])
  expect(tell(4, 7, gasWallet('Base'))).toEqual([])
  expect(tell(5, 2, gasWallet('Polygon'))).toEqual([])
  expect(tell(6, 5, customer('0xA'))).toEqual(['sequence 4 of customer c-1 expected, 5 came'])
})
