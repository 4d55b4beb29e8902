/** Just enough HTML: text is escaped, and `code` between backticks is set as code. */
import { escapeHtml } from '../shared/html/escape-html.ts'

/** Escapes prose, with its backticks as code and its empty lines as paragraphs. */
export function writeProse(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${writeInline(paragraph)}</p>`)
    .join('')
}

export function writeInline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
