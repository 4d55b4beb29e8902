/** Just enough HTML: text is escaped, and `code` between backticks is set as code. */
import { escapeHtml } from '../shared/html/escape-html.ts'

export function writeInline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
