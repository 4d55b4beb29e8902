/** Moments and amounts are written at one place each, so that all pages write them alike. */
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** What is simulated, or drawn as an example, happens in no reader's zone. */
const ofNoReader = /^web\/(machines|gallery)\//

const pages = sourceFiles(['web'], ['.ts', '.tsx']).filter(({ path }) => !ofNoReader.test(path))

/** The files that may write it; elsewhere it is known by the pattern. */
const writers: [what: string, by: RegExp, writer: RegExp][] = [
  [
    'a moment',
    /Intl\.DateTimeFormat|toLocale(Date|Time)?String|toUTCString|\.slice\(0, 16\)\.replace/,
    /^web\/messages\/moments\.ts$/,
  ],
  [
    'an amount',
    /\bwriteDecimal\(|style: 'currency'/,
    /^web\/(parts\/money-text\.ts|dashboard\/parts\/money\.tsx|checkout\/parts\/(summary|paying\/send-panel)\.tsx|widget\/parts\/plan-summary\.tsx)$/,
  ],
]

test.each(writers)('no page writes %s but by the part that all have', (_, by, writer) => {
  expect(pages.length).toBeGreaterThan(200)
  const others = pages.filter(({ path, text }) => by.test(text) && !writer.test(path))
  expect(others.map(({ path }) => path)).toEqual([])
  expect(pages.some(({ path, text }) => by.test(text) && writer.test(path))).toBe(true)
})
