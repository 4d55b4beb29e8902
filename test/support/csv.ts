/** Reads CSV as RFC 4180 has it; throws where it is anything else. */
export function readCsv(text: string): Record<string, string>[] {
  const records: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let record: string[] = []
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 80)}`)
    const [, quoted, plain = '', end] = found
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    records.push(record)
    record = []
  }
  const [names = [], ...rows] = records
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`${row.length} cells, not ${names.length}`)
    return Object.fromEntries(names.map((name, index) => [name, row[index]!]))
  })
}
