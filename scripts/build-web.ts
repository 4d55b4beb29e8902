/**
 * Builds the hosted pages ahead of the first start, and says how much a payer downloads.
 *
 *     npm run operator -- build-pages
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildPages } from '../web/build.ts'

const { folder } = await buildPages()
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))

let totalBytes = 0
for (const file of files) {
  const bytes = gzipSync(readFileSync(file)).length
  totalBytes += bytes
  console.log(`${kilobytes(bytes)}  ${file.slice(folder.length + 1)}`)
}
console.log(`${kilobytes(totalBytes)}  in all, compressed`)

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`
}
