import { expect, test } from 'vitest'
import { nameCharactersMax, toItemName } from '../../web/checkout/item-name.ts'

test('a name is one line of text, whatever it holds', () => {
  expect(toItemName('  City map,\n printed\ton linen ')).toBe('City map, printed on linen')
})

test('markup stays text', () => {
  expect(toItemName('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
})

test('a very long name is cut, between characters and not within one', () => {
  const name = toItemName('🗺'.repeat(10_000))!
  expect(Array.from(name)).toHaveLength(nameCharactersMax)
  expect(name.endsWith('🗺…')).toBe(true)
})

test('nothing in a name turns the direction of the page or hides from the eye', () => {
  expect(toItemName('map\u202Eexe\u200B\u2066!\u0000')).toBe('map exe !')
})

test.each([null, '', ' \n ', '\u200B'])('%j is no name', (text) => {
  expect(toItemName(text)).toBeNull()
})
