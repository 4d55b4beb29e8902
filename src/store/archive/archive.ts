/** The archive: a directory with a file for each month of a partitioned table that was taken out of the database. */
import { mkdir } from 'node:fs/promises'
import { errorText } from '../../shared/errors.ts'
import { Problem } from '../../shared/problems.ts'
import type { PartitionedTable } from '../partitions/partitioned.ts'
import {
  type Block,
  blocksAround,
  blocksBetween,
  checkArchiveFile,
  type Index,
  type KeyedRow,
  readBlock,
  readIndex,
  writeArchiveFile,
  type Written,
} from './archive-file.ts'

/** Indexes that are kept in memory: 100 kB for each million rows. */
const indexesMax = 200
/** Blocks whose rows are kept, about 20 MB: those of actors that follow each other stand in the same ones. */
const blocksMax = 24

export class Archive {
  readonly directory: string
  readonly #indexes = new Map<string, Index>()
  /** By file and place, the one that was needed last at the end. */
  readonly #blocks = new Map<string, unknown[]>()

  constructor(directory: string) {
    this.directory = directory
  }

  /** Writes a file and reads it again; throws where it cannot be read as it was written. */
  async write(file: string, batches: AsyncIterable<KeyedRow[]>): Promise<Written> {
    await mkdir(this.directory, { recursive: true })
    const written = await writeArchiveFile(this.directory, file, batches)
    await checkArchiveFile(this.directory, file, written)
    return written
  }

  /** Reads the rows with keys from the one to the other, and some beside them, in the order of their keys. */
  async read(file: string, { from, to }: { from: string; to: string }): Promise<unknown[]> {
    return this.#rowsOf(file, blocksBetween(await this.#indexOf(file), from, to))
  }

  /** Reads the first rows behind a key, and some before them. */
  async readAround(file: string, key: string): Promise<unknown[]> {
    return this.#rowsOf(file, blocksAround(await this.#indexOf(file), key))
  }

  /** Throws where a file is not what was written. */
  check(file: string, written: Pick<Written, 'rows' | 'sha256'>): Promise<void> {
    return checkArchiveFile(this.directory, file, written)
  }

  async #rowsOf(file: string, blocks: readonly Block[]): Promise<unknown[]> {
    const rows = []
    for (const block of blocks) rows.push(...(await this.#rowsOfBlock(file, block)))
    return rows
  }

  async #rowsOfBlock(file: string, block: Block): Promise<unknown[]> {
    const key = `${file} ${block.offset}`
    const rows = this.#blocks.get(key) ?? (await readBlock(this.directory, file, block))
    this.#blocks.delete(key)
    this.#blocks.set(key, rows)
    if (this.#blocks.size > blocksMax) this.#blocks.delete(this.#blocks.keys().next().value!)
    return rows
  }

  async #indexOf(file: string): Promise<Index> {
    const known = this.#indexes.get(file)
    if (known) return known
    const index = await readIndex(this.directory, file)
    if (this.#indexes.size >= indexesMax) this.#indexes.clear()
    this.#indexes.set(file, index)
    return index
  }
}

/** The files of a table, the earliest first, as a source of one row to a statement. */
export const archivedFiles = (table: PartitionedTable['name']): string =>
  `(select array(select file from archived_month where table_name = '${table}'
     order by archived_at, file) as files) archived_files`

/** Runs what reads files; where that is not possible, says so instead of showing a part as if it were all. */
export async function readFiles<Row>(
  archive: Archive | null,
  read: (archive: Archive) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    if (!archive) throw new Error('ARCHIVE_DIRECTORY is not set for this process')
    return await read(archive)
  } catch (error) {
    throw new Problem(
      'ServiceUnavailable',
      `What was asked for is partly in the archive, which cannot be read: ${errorText(error)}. Tell whoever runs the service.`,
    )
  }
}

type Read = { archive: Archive | null; files: string[]; from: string; to: string }

/** Reads rows of several files. */
export async function readArchived({ archive, files, from, to }: Read): Promise<unknown[]> {
  const rows = []
  for (const file of files)
    rows.push(...(await readFiles(archive, (opened) => opened.read(file, { from, to }))))
  return rows
}
