/** Buttons that make a picture larger, smaller, as wide as the page, or seen whole; it is scrolled within its frame. */
const zoomStep = 1.25
const zoomMin = 0.1
const zoomMax = 4
/** The buttons stay in sight above a picture that is seen whole. */
const barPixels = 64

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
    button('fit the width of the page', 'width', () => {
      zoom = 0
      show()
    }),
    button('fit the whole picture', 'fit', () => {
      const { width, height } = picture.viewBox.baseVal
      zoom = Math.min(drawing.clientWidth / width, (innerHeight - barPixels) / height)
      show()
      bar.scrollIntoView()
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
