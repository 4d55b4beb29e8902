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

test('an item name can neither turn the direction of the page nor hold invisible characters', () => {
  expect(toItemName('map\u202Eexe\u200B\u2066!\u0000')).toBe('map exe !')
})

test('a description is cleaned like an item name, and not cut', () => {
  const text = 'map '.repeat(100).trim()
  expect(toPlainLine(`\u2067${text}\u200B`)).toBe(text)
  expect(toPlainLine('\u3164')).toBeNull()
})

test.each([null, '', ' \n ', '\u200B', '\u3164', '\u115F \uFFA0', '\u2800\u034F'])(
  '%j is no item name',
  (text) => {
    expect(toItemName(text)).toBeNull()
  },
)
