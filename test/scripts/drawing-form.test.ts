/** The pictures of the machines can be read where a page is as wide as a README is shown. */
import { expect, test } from 'vitest'
import { diagramFiles } from '../../scripts/diagrams/files.ts'

const readmeWidth = 880
const letterHeightMin = 11
const drawings = [...(await diagramFiles())].filter(([path]) => path.endsWith('.svg'))

test.each(drawings)('every arrow of %s joins two cards', (_, svg) => {
  const [drawing = ''] = svg.split(/class="(?:rule|legend)"/)
  const boxes = [...rectanglesIn(drawing), ...hexagonsIn(drawing)]
  const ends = [
    ...drawing.matchAll(/<path class="arrow (?!begin)\w+" d="M([^"]*)" marker/g),
  ].flatMap(([, line]) => [line!.split(/[LQ]/)[0]!, line!.split('L').at(-1)!])
  const loose = ends.filter((end) => {
    const [x, y] = end.split(' ').map(Number) as [number, number]
    return !boxes.some((box) => isAtBorder(box, x, y))
  })
  expect(loose).toEqual([])
  expect(ends.length).toBeGreaterThan(0)
})

type Box = { left: number; top: number; right: number; bottom: number }

const rectanglesIn = (svg: string): Box[] =>
  [...svg.matchAll(/<rect class="card" x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"/g)].map(
    (match) => {
      const [left, top, width, height] = match.slice(1).map(Number) as [
        number,
        number,
        number,
        number,
      ]
      return { left, top, right: left + width, bottom: top + height }
    },
  )

const hexagonsIn = (svg: string): Box[] =>
  [...svg.matchAll(/<polygon class="card" points="(.*?)"/g)].map(([, points]) => {
    const [left, , , top, , , right, , , bottom] = points!.split(' ').map(Number)
    return { left: left!, top: top!, right: right!, bottom: bottom! }
  })

const isAtBorder = ({ left, top, right, bottom }: Box, x: number, y: number): boolean =>
  x > left && x < right && Math.min(Math.abs(y - top), Math.abs(y - bottom)) < 1

test.each(drawings)('no letter of %s is too small', (_, svg) => {
  expect(Number(/^<svg [^>]*\bwidth="(\d+)"/.exec(svg)![1])).toBeLessThanOrEqual(readmeWidth)
  const sizes = [...svg.matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(letterHeightMin)
})
