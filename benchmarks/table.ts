/** Tables in Markdown, with columns aligned so that a terminal shows them well too. */

/** Lays out rows of equal length; the first column is text, the others are numbers. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** A count or rate: `12,300`. */
export const count = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** A duration: `0.73 ms`. */
export const milliseconds = (value: number): string => `${Number(value.toPrecision(2))} ms`

/** A ratio: `2.4×`. */
export const ratio = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)}×`

const compared: string[][] = []

/** Notes what the service does, as a share of what another does: for the table of all ratios at the end. */
export function noteRatio(what: string, beside: string, share: number): void {
  compared.push([what, beside, ratio(share)])
}

/** The table of all ratios that were noted; null where there are none. */
export const tableOfRatios = (): string | null =>
  compared.length > 0 ? table(['the service', 'beside', 'of it'], compared) : null
