/** Shapes that SVG has no element for. */
import type { Place } from './layout.ts'

const slantMax = 14

/** The shape of a decision: its slanted ends take nothing from the room for the words. */
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
