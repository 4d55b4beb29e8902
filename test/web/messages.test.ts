import { describe, expect, test } from 'vitest'
import { localeOf } from '../../web/messages/moments.ts'
import { checkoutTexts, speak } from '../../web/messages/checkout/checkout-texts.ts'
import { manageTexts } from '../../web/messages/manage/manage-texts.ts'
import { widgetTexts } from '../../web/messages/widget/widget-texts.ts'
import { chooseLanguage, speakFrom } from '../../web/messages/translate.ts'

type Message = string | Record<string, string>
type Texts = Record<string, Message>

const pages = { checkout: checkoutTexts, widget: widgetTexts, manage: manageTexts }
const catalogues = Object.entries(pages).flatMap(([page, texts]) =>
  Object.entries(texts).map(([language, catalogue]): [string, string, Texts, Texts] => [
    page,
    language,
    catalogue,
    texts.en,
  ]),
)

const textsOf = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message)
const wordsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted()

describe.each(catalogues)('the catalogue of %s in %s', (_page, language, catalogue, english) => {
  test('has a sentence for every key', () => {
    expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  test('has the same placeholders as English in every sentence', () => {
    const different = Object.entries(catalogue).filter(([key, message]) => {
      const expected = wordsOf(textsOf(english[key]!).at(-1)!)
      return textsOf(message).some((text) => String(wordsOf(text)) !== String(expected))
    })
    expect(different).toEqual([])
  })

  test('has no empty sentence, and none in English by mistake', () => {
    const sentences = Object.entries(catalogue).flatMap(([key, message]) =>
      textsOf(message).map((text) => [key, text] as const),
    )
    expect(sentences.filter(([, text]) => text.trim() === '')).toEqual([])
    if (language === 'en') return
    const copied = sentences.filter(([key, text]) => textsOf(english[key]!).includes(text))
    expect(copied.map(([key]) => key).filter((key) => key !== 'token')).toEqual([])
  })

  test('has every plural form of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const message of Object.values(catalogue)) {
      if (typeof message === 'string') continue
      expect(Object.keys(message).toSorted()).toEqual(pluralCategories.toSorted())
    }
  })
})

test('the page takes its language from its address, then from the browser, then English', () => {
  expect(chooseLanguage(['ru', 'es'])).toBe('ru')
  expect(chooseLanguage([null, 'de-AT', 'es-MX'])).toBe('es')
  expect(chooseLanguage(['tlh', 'constructor', '__proto__'])).toBe('en')
})

test('Russian sentences choose the plural form that the number needs', () => {
  const say = speak('ru')
  const counted = [1, 2, 5, 21].map((count) => say('confirmations', { done: 0, count }))
  expect(counted).toEqual([
    '0 из 1 подтверждения',
    '0 из 2 подтверждений',
    '0 из 5 подтверждений',
    '0 из 21 подтверждения',
  ])
})

test('amounts and names are inserted into sentences unchanged', () => {
  const say = speak('es')
  expect(say('payTo', { merchant: '$& {amount} <b>' })).toBe('Pagar a $& {amount} <b>')
})

test('a date that ends with a full stop ends its sentence, too', () => {
  const day = new Intl.DateTimeFormat('ru', { dateStyle: 'long' }).format(Date.UTC(2026, 4, 9))
  const say = speakFrom(manageTexts, 'ru')
  expect(say('nextPaidTime', { date: day })).toBe('Оплаченное время идёт до 9 мая 2026 г.')
})

test('counts from ten thousand on are grouped as the language does; amounts are not', () => {
  const counted = (language: 'en' | 'ru', count: number) =>
    speakFrom(manageTexts, language)('each', { count })
  expect([counted('en', 9999), counted('en', 74_918)]).toEqual([
    'every 9999 days',
    'every 74,918 days',
  ])
  expect(counted('ru', 74_918)).toContain('74\u00a0918')
  expect(speak('en')('payTo', { merchant: '74918.5' })).toContain('74918.5')
})

test('the reader’s locale is theirs where the browser names a valid one of the page’s language', () => {
  expect(localeOf('en', ['ru-RU', 'en-GB'])).toBe('en-GB')
  expect(localeOf('es', ['ru-RU', 'en-GB'])).toBe('es-RU')
  expect(localeOf('en', ['de-DE', 'de'])).toBe('en-DE')
  expect(localeOf('en', ['ja'])).toBe('en-JP')
  expect(localeOf('en', ['x'])).toBe('en')
  expect(localeOf('en', ['en-US@posix', 'en-AU'])).toBe('en-AU')
})
