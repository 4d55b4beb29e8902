import { expect, test } from 'vitest'
import { nameCharactersMax, toItemName, toPlainLine } from '../../web/input/item-name.ts'

test('an item name becomes one line of text, whatever it holds', () => {
  expect(toItemName('  City map,\n printed\ton linen ')).toBe('City map, printed on linen')
})

test('markup in an item name stays text', () => {
  expect(toItemName('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
})

test('a very long item name is cut between characters, not within one', () => {
  const name = toItemName('🗺'.repeat(10_000))!
  expect(Array.from(name)).toHaveLength(nameCharactersMax)
  expect(name.endsWith('🗺…')).toBe(true)
})

test('an item name can neither turn the direction of the page nor hold controls', () => {
  expect(toItemName('map\u202Eexe\u2066!\u0000\u200F\u061C\u2028x\uD800')).toBe('mapexe! x')
})

test.each([
  ['a joiner within a Persian word', 'می\u200cخواهم'],
  ['a joiner within a Sinhala word', 'ශ්\u200dරී ලංකා'],
  ['a family of four', '👨‍👩‍👧‍👦'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['a heart on fire', '❤\ufe0f\u200d🔥'],
  ['a soft hyphen', 'Donau\u00addampfschiff'],
  ['a place to break a line', 'ภาษา\u200bไทย'],
])('%s stays as it was written (bugs F9)', (_, text) => {
  expect(toItemName(text)).toBe(text)
  expect(toPlainLine(text)).toBe(text)
})

test('a name that is cut ends with no joiner', () => {
  expect(toItemName('👩\u200d'.repeat(200))).toMatch(/👩…$/u)
})

test('a description is cleaned like an item name, and not cut', () => {
  const text = 'map '.repeat(100).trim()
  expect(toPlainLine(`\u2067${text}\u202C`)).toBe(text)
  expect(toPlainLine('\u3164')).toBeNull()
})

test.each([null, '', ' \n ', '\u200B', '\u3164', '\u115F \uFFA0', '\u2800\u034F'])(
  '%j is no item name',
  (text) => {
    expect(toItemName(text)).toBeNull()
  },
)
