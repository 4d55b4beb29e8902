/** The chapters of the guide as HTML; its pages of the repository are named, because they are not served. */
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { writeInline } from '../html.ts'
import { type Chapter, chapters } from './guide.ts'

export const writeChapters = (): string => chapters.map(writeChapter).join('')

export const listChapters = (): string =>
  chapters
    .map(({ title }) => `<li><a href="#${anchor(title)}">${escapeHtml(title)}</a></li>`)
    .join('')

function writeChapter({ title, text, rows = [] }: Chapter): string {
  const lines = rows.map(
    ({ name, meaning, anchor: id }) =>
      `<tr${id ? ` id="${id}"` : ''}><th scope="row">${write(name)}</th><td>${write(meaning)}</td></tr>`,
  )
  const table = lines.length > 0 ? `<table><tbody>${lines.join('')}</tbody></table>` : ''
  return `<section id="${anchor(title)}"><h2>${escapeHtml(title)}</h2><p>${write(text)}</p>${table}</section>`
}

const anchor = (title: string) => `guide-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`

/** `[limits](api.md)` becomes `limits (docs/api.md)`. */
const write = (text: string) =>
  writeInline(text.replaceAll(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, named))

const named = (_: string, words: string, file: string) =>
  words === file ? `docs/${file}` : `${words} (docs/${file})`
