/** Finds where a drawing has lit a state, in the drawing's own units. */

type LitPlace = { x: number; y: number; width: number }

/** Returns the middle of the first lit card, and the width of the drawing; null where none is lit. */
export function findLitPlace(svg: string): LitPlace | null {
  // The page's policy stops styles also where they are only parsed.
  const plain = svg.replaceAll(/<style>[^<]*<\/style>/g, '')
  const { documentElement } = new DOMParser().parseFromString(plain, 'image/svg+xml')
  const card = documentElement.querySelector('.active > .card')
  const width = Number(documentElement.getAttribute('width'))
  if (!card || !(width > 0)) return null
  const number = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0)
  let x = number(card, 'x') + number(card, 'width') / 2
  let y = number(card, 'y') + number(card, 'height') / 2
  for (let around = card.parentElement; around; around = around.parentElement) {
    const moved = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(around.getAttribute('transform') ?? '')
    x += moved ? Number(moved[1]) : 0
    y += moved ? Number(moved[2]) : 0
    if (around.localName !== 'svg' || around === documentElement) continue
    x += number(around, 'x')
    y += number(around, 'y')
  }
  return { x, y, width }
}
