/** The chapters of the guide as HTML; its pages of the repository are named, because they are not served. */
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { writeInline } from '../html.ts'
import { type Chapter, chapters } from './guide.ts'

/** Closed until somebody opens one, or follows a link to what is in it. */
export const writeChapters = (): string => chapters.map(writeChapter).join('\n')

function writeChapter({ title, text, rows = [] }: Chapter): string {
  const lines = rows.map(
    ({ name, meaning, anchor: id }) =>
      `<tr${id ? ` id="${id}"` : ''}><th scope="row">${write(name)}</th><td>${write(meaning)}</td></tr>`,
  )
  const table = lines.length > 0 ? `<table><tbody>${lines.join('')}</tbody></table>` : ''
  return `<details><summary>${escapeHtml(title)}</summary><p>${write(text)}</p>${table}</details>`
}

/** `[limits](api.md)` becomes `limits (docs/api.md)`. */
const write = (text: string) =>
  writeInline(text.replaceAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, named))

const named = (_: string, words: string, file: string) =>
  words === file ? `docs/${file}` : `${words} (docs/${file})`
