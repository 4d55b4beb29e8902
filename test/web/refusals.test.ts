/** The payer reads a refusal of the service in their own language, whatever the service itself says in English. */
import { describe, expect, test } from 'vitest'
import { sessionApi } from '../../src/http/openapi/apis.ts'
import { describeApi } from '../../src/http/openapi/document.ts'
import { writeMoment } from '../../web/messages/moments.ts'
import type { SessionTexts } from '../../web/messages/session/session-texts.ts'
import { type Language, speakFrom, type TranslateOf } from '../../web/messages/translate.ts'
import { widgetTexts } from '../../web/messages/widget/widget-texts.ts'
import { SessionProblem } from '../../web/session/client.ts'
import { refusalText } from '../../web/session/refusal-text.ts'

type Answers = Record<string, { description: string }>

const { paths } = describeApi(sessionApi) as unknown as {
  paths: Record<string, Record<string, { responses: Answers }>>
}

/** All that calls of the session API may be refused with, but for the end of the session, which closes the page. */
const codes = new Set(
  Object.values(paths)
    .flatMap((calls) => Object.values(calls))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => status.startsWith('4') && status !== '401')
    .flatMap(([, { description }]) => [...description.matchAll(/^`(\w+)`:/gm)])
    .map(([, code]) => code!),
)

const languages: Language[] = ['en', 'es', 'ru']
const inEnglish = 'Only programmers read this.'

const speechOf = (language: Language) => ({
  say: speakFrom(widgetTexts, language) as unknown as TranslateOf<SessionTexts>,
  locale: language,
})
const refused = (code: string, retryAfterSeconds = 0) =>
  new SessionProblem(409, { code, message: inEnglish }, retryAfterSeconds)

test('the session API names what it refuses', () => {
  for (const code of ['CommandNotAllowed', 'TooManyDrafts', 'PermitNotTaken', 'TooManyRequests'])
    expect(codes).toContain(code)
})

describe.each([...codes])('the refusal %s', (code) => {
  test('is told in every language of the pages', () => {
    const told = languages.map((language) => refusalText(speechOf(language), refused(code)))
    for (const text of told) expect(text).not.toContain(inEnglish)
    expect(new Set(told).size).toBe(languages.length)
  })
})

test('a refusal that the pages do not know is told as the service says it', () => {
  expect(refusalText(speechOf('es'), refused('BrandNew'))).toBe(`El servicio dijo: ${inEnglish}`)
})

test('a payer who did something too often reads from when on it can be done again', () => {
  const minuteMs = 60_000
  const from = () => {
    const at = Math.ceil((Date.now() + 7_200_000) / minuteMs) * minuteMs
    return writeMoment(new Date(at).toISOString(), 'en')
  }
  const earliest = from()
  const told = refusalText(speechOf('en'), refused('TooManyRequests', 7_200))
  expect([earliest, from()].some((moment) => told.endsWith(` from ${moment}.`))).toBe(true)
})
