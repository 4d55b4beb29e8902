import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitAtMoments, writeMoments } from '../../src/core/story/moments.ts'
import { followServiceClock } from '../../web/browser/service-clock.ts'
import {
  writeDay,
  writeKeptMoment,
  writeMoment,
  writeShortMoment,
  writeUtcMoment,
} from '../../web/messages/moments.ts'

const ownZone = process.env['TZ']
beforeAll(() => void (process.env['TZ'] = 'Europe/Berlin'))
afterAll(() => {
  followServiceClock(Date.now())
  if (ownZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = ownZone
})

const moment = '2027-08-13T02:47:05.123Z'
const inYear = (year: number) => followServiceClock(Date.parse(`${year}-06-01T00:00:00Z`))

test('a moment of this year is written without it, by the service’s clock and that of 24 hours', () => {
  inYear(2027)
  expect(['en', 'en-GB', 'es', 'ru'].map((locale) => writeShortMoment(moment, locale))).toEqual([
    'Aug 13, 04:47',
    '13 Aug, 04:47',
    '13 ago, 04:47',
    '13 авг., 04:47',
  ])
  expect(writeDay(moment, 'en')).toBe('Aug 13')
})

test('a moment of another year names it, by the reader’s zone', () => {
  inYear(2026)
  expect(writeShortMoment(moment, 'en')).toBe('Aug 13, 2027, 04:47')
  expect(writeDay('2026-12-31T23:30:00Z', 'en')).toBe('Jan 1, 2027')
})

test('where no head names the zone the moment does; what is kept has its year, too', () => {
  inYear(2027)
  expect(writeMoment(moment, 'en')).toBe('Aug 13, 04:47 GMT+2')
  expect(writeKeptMoment(moment, 'en')).toBe('Aug 13, 2027, 04:47 GMT+2')
  expect(writeUtcMoment(moment, 'en')).toBe('Aug 13, 2027, 02:47 UTC')
})

test('midnight is hour 00 of the new day', () => {
  inYear(2027)
  expect(writeShortMoment('2027-08-12T22:00:00Z', 'en')).toBe('Aug 13, 00:00')
})

test('the moments of a sentence are found, and its amounts and names stay as they are', () => {
  inYear(2027)
  const sentence = `18.50 ltUSDC was due ${moment}, and can be taken until 2027-08-20T02:47:00Z.`
  expect(splitAtMoments(sentence)).toEqual([
    '18.50 ltUSDC was due ',
    moment,
    ', and can be taken until ',
    '2027-08-20T02:47:00Z',
    '.',
  ])
  const written = writeMoments(sentence, (iso) => writeShortMoment(iso, 'en'))
  expect(written).toBe('18.50 ltUSDC was due Aug 13, 04:47, and can be taken until Aug 20, 04:47.')
  expect(splitAtMoments('Order 2027-08-13, 12345.00 ltUSDC')).toHaveLength(1)
})
