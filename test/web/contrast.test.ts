/** Every colour of text is readable on every ground that it stands on (WCAG 2.2, 4.5 to 1). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const textContrastMin = 4.5
/** For shapes that must be seen: focus rings and the borders of buttons and fields. */
const shapeContrastMin = 3

const css = readFileSync(join(import.meta.dirname, '../../web/style/base.css'), 'utf8')
const colors = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }] as const,
  ),
)

const texts: [string, string][] = [
  ...['paper', 'card', 'sunken'].flatMap((ground): [string, string][] => [
    ['text', ground],
    ['quiet', ground],
    ['accent', ground],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['accent-strong', 'accent-soft'],
  ['text', 'warning-soft'],
  ['warning', 'warning-soft'],
  ['warning', 'paper'],
  ['text', 'danger-soft'],
  ['quiet', 'danger-soft'],
  ['danger', 'danger-soft'],
]

describe.each(['light', 'dark'] as const)('the contrast of the %s page', (scheme) => {
  const contrast = (one: string, other: string) =>
    contrastOf(colors.get(one)![scheme], colors.get(other)![scheme])

  test.each(texts)('lets text in %s be read on %s', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(textContrastMin)
  })

  test.each(['paper', 'card', 'sunken'])('lets borders and focus rings be seen on %s', (ground) => {
    expect(contrast('edge', ground)).toBeGreaterThanOrEqual(shapeContrastMin)
    expect(contrast('accent', ground)).toBeGreaterThanOrEqual(shapeContrastMin)
  })
})

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
