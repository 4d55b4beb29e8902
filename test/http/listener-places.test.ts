/** Only so many may listen at once, and a place that was given back is one place. */
import { expect, test } from 'vitest'
import { ListenerPlaces } from '../../src/http/live/listener-places.ts'

const bounds = { perPaymentMax: 2, perAddressMax: 3, perProcessMax: 4, readAnywayMs: 60_000 }
const newPlaces = () => new ListenerPlaces(bounds, 'GET /payment')

test('a place that is given back twice is free once', () => {
  const places = newPlaces()
  const giveBack = places.take('a payment', 'an address')
  places.take('a payment', 'an address')
  giveBack()
  giveBack()
  places.take('a payment', 'an address')
  expect(() => places.take('a payment', 'an address')).toThrow(/GET \/payment/)
})

type Listener = [followed: string, address: string]
test.each<[string, (place: number) => Listener, number]>([
  ['one payment', (place) => ['a payment', `address ${place}`], bounds.perPaymentMax],
  ['one address', (place) => [`payment ${place}`, 'an address'], bounds.perAddressMax],
  ['the process', (place) => [`payment ${place}`, `address ${place}`], bounds.perProcessMax],
])('as many as %s may have find a place, and no more', (_, listener, max) => {
  const places = newPlaces()
  for (let taken = 0; taken < max; taken++) places.take(...listener(taken))
  expect(() => places.take(...listener(max))).toThrow(/Too many listen/)
})
