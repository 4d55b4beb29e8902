/** A Markdown table; cells may hold any text on one line. */
export function markdownTable(headings: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
