/** Shapes that SVG has no element for. */
import type { ElkPoint } from 'elkjs/lib/elk-api.js'
import type { Place } from './layout.ts'

const slantMax = 14

/** The shape of a decision: its slanted ends take nothing from the space for the words. */
export function hexagon({ x, y, width, height }: Place): string {
  const slant = Math.min(slantMax, height / 2)
  const [right, bottom, middle] = [x + width, y + height, y + height / 2]
  const points = [
    [x, middle],
    [x + slant, y],
    [right - slant, y],
    [right, middle],
    [right - slant, bottom],
    [x + slant, bottom],
  ]
  return `<polygon class="card" points="${points.map((point) => point.map(round).join(' ')).join(' ')}"/>`
}

export const round = (pixels: number): number => Math.round(pixels * 10) / 10

const cornerRadius = 7

/** A line with rounded corners through the points. */
export function roundedPath(points: ElkPoint[]): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]]
      if (!before) return `M${round(point.x)} ${round(point.y)}`
      if (!after) return `L${round(point.x)} ${round(point.y)}`
      const start = towards(point, before)
      const end = towards(point, after)
      return `L${start}Q${round(point.x)} ${round(point.y)} ${end}`
    })
    .join('')
}

function towards(from: ElkPoint, to: ElkPoint): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const share = Math.min(cornerRadius, length / 2) / length
  return `${round(from.x + (to.x - from.x) * share)} ${round(from.y + (to.y - from.y) * share)}`
}
