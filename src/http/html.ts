/** Just enough HTML: text is escaped, and `code` between backticks is set as code. */

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

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
