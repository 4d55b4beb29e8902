/** A search over pages of the service: its index is read when somebody comes to the field. */
type PageHit = { what: string; name: string; text: string; address: string }

const resultsMax = 30

/** Shows the field, which needs this script, and fills the list below it; the field names the address of its index. */
export function offerSearch(label: HTMLElement, list: HTMLElement): void {
  const field = label.querySelector('input')!
  const readIndex = async (): Promise<PageHit[]> => {
    const answer = await fetch(field.dataset['index']!)
    return ((await answer.json()) as { found: PageHit[] }).found
  }
  let index: Promise<PageHit[]> | null = null
  label.hidden = false
  field.addEventListener('focus', () => void (index ??= readIndex()))
  const search = async () => {
    const everything = await (index ??= readIndex())
    show(list, find(everything, field.value), field.value)
  }
  field.addEventListener('input', () => void search())
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click()
    if (event.key === 'Escape') {
      field.value = ''
      show(list, [], '')
    }
  })
}

/** Finds what holds every word, with those first whose name holds the first word. */
function find(everything: PageHit[], wanted: string): PageHit[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const isNamed = ({ name }: PageHit) => name.toLowerCase().includes(words[0]!)
  return everything
    .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
}

function show(list: HTMLElement, found: PageHit[], wanted: string): void {
  list.hidden = wanted.trim() === ''
  const items = found.slice(0, resultsMax).map(({ what, name, address }) => {
    const link = document.createElement('a')
    link.href = address
    link.textContent = name
    const sort = document.createElement('span')
    sort.textContent = ` ${what}`
    return item(link, sort)
  })
  const more = found.length - resultsMax
  if (more > 0) items.push(item(`and ${more} more: type another word`))
  if (found.length === 0) items.push(item(`Nothing has «${wanted}» in its name or words.`))
  list.replaceChildren(...items)
}

function item(...parts: (Node | string)[]): HTMLLIElement {
  const made = document.createElement('li')
  made.append(...parts)
  return made
}
