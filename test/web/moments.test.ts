import { expect, test } from 'vitest'
import { splitAtMoments, writeMoments } from '../../src/shared/moments.ts'
import { writeMoment, writeShortMoment, writeWholeMoment } from '../../web/messages/moments.ts'

const moment = '2027-08-13T02:47:05.123Z'
const inItsYear = { now: Date.parse('2027-01-01T00:00:00Z'), timeZone: 'UTC' } as const
const before = { ...inItsYear, now: Date.parse('2026-12-31T23:59:59Z') }

test('a moment of this year is written without it, by the service’s clock and the clock of 24 hours', () => {
  const inLanguages = ['en', 'en-GB', 'es', 'ru'].map((locale) =>
    writeShortMoment(moment, locale, inItsYear),
  )
  expect(inLanguages).toEqual([
    'Aug 13, 02:47',
    '13 Aug, 02:47',
    '13 ago, 02:47',
    '13 авг., 02:47',
  ])
})

test('a moment of another year names it', () =>
  expect(writeShortMoment(moment, 'en', before)).toBe('Aug 13, 2027, 02:47'))

test('where no head names the zone the moment does, and all of it is there for hovering', () => {
  expect(writeMoment(moment, 'en', inItsYear)).toBe('Aug 13, 02:47 UTC')
  expect(writeWholeMoment(moment, 'en', 'UTC')).toBe('Aug 13, 2027, 02:47:05 UTC')
})

test('midnight is hour 00 of the new day', () =>
  expect(writeShortMoment('2027-08-13T00:00:00Z', 'en', inItsYear)).toBe('Aug 13, 00:00'))

test('the moments of a sentence are found, and its amounts and names stay as they are', () => {
  const sentence = `18.50 ltUSDC was due ${moment}, and can be taken until 2027-08-20T02:47:00Z.`
  expect(splitAtMoments(sentence)).toEqual([
    '18.50 ltUSDC was due ',
    moment,
    ', and can be taken until ',
    '2027-08-20T02:47:00Z',
    '.',
  ])
  const written = writeMoments(sentence, (iso) => writeShortMoment(iso, 'en', inItsYear))
  expect(written).toBe('18.50 ltUSDC was due Aug 13, 02:47, and can be taken until Aug 20, 02:47.')
  expect(splitAtMoments('Order 2027-08-13, 12345.00 ltUSDC')).toHaveLength(1)
})
