/** Makes the pages of the documentation act: search, copy, and, on the page of an API, its calls. */
import { copyText } from '../parts/copy-text.ts'
import { offerSearch } from '../parts/search-pages.ts'
import { showCalls } from './show-calls.ts'

const copiedMs = 2_000

function offerCopy(block: HTMLElement): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  const copy = async () => {
    button.textContent = (await copyText(block.textContent)) ? 'Copied' : 'Not copied'
    setTimeout(() => (button.textContent = 'Copy'), copiedMs)
  }
  button.addEventListener('click', () => void copy())
  const frame = document.createElement('div')
  frame.className = 'block'
  block.replaceWith(frame)
  frame.append(block, button)
}

offerSearch(document.querySelector('.search')!, document.querySelector('#found')!)
for (const block of document.querySelectorAll<HTMLElement>('.guide pre')) offerCopy(block)
// The menu is folded where it would push the guide off the screen.
const menu = document.querySelector<HTMLDetailsElement>('.menu details')
if (menu) menu.open = matchMedia('(width >= 60rem)').matches
const calls = document.querySelector<HTMLElement>('#calls')
if (calls) showCalls(calls)
