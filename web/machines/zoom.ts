/** Buttons that make a picture larger and smaller; it is scrolled within its frame. */
const zoomStep = 1.25
const zoomMin = 0.4
const zoomMax = 4

export function offerZoom(drawing: HTMLElement): void {
  const picture = drawing.querySelector('svg')!
  const naturalPixels = picture.viewBox.baseVal.width
  let zoom = 0
  const show = () => {
    if (zoom === 0) picture.removeAttribute('style')
    else picture.style.width = `${Math.round(naturalPixels * zoom)}px`
  }
  const change = (factor: number) => {
    const shown = picture.getBoundingClientRect().width / naturalPixels
    zoom = Math.min(zoomMax, Math.max(zoomMin, (zoom || shown) * factor))
    show()
  }
  const bar = document.createElement('div')
  bar.className = 'zoom'
  bar.append(
    button('Smaller', '−', () => change(1 / zoomStep)),
    button('fit the page', 'fit', () => {
      zoom = 0
      show()
    }),
    button('Larger', '+', () => change(zoomStep)),
  )
  drawing.before(bar)
}

function button(label: string, text: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.title = label
  made.setAttribute('aria-label', label)
  made.textContent = text
  made.addEventListener('click', press)
  return made
}
