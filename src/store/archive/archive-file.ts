/**
 * The files of the archive: rows in the order of their keys, one JSON object a line, in blocks that are
 * compressed each by itself, so that `zcat` reads a file and one row costs no more than its block. Beside it
 * stands its index: where each block begins, and with which key.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'

/** Characters of JSON in a block, about. */
const blockLengthMax = 256 * 1024

const Block = z.strictObject({
  offset: z.int().nonnegative(),
  bytes: z.int().positive(),
  /** The key of its first row. */
  first: z.string(),
})
export type Block = z.infer<typeof Block>
const Index = z.strictObject({ blocks: z.array(Block), rows: z.int(), sha256: z.string() })
export type Index = z.infer<typeof Index>

/** A row with the key by which it is found; keys are compared by their characters. */
export type KeyedRow = { key: string; json: string }
export type Written = { rows: number; bytes: number; sha256: string }

const compress = promisify(gzip)
const decompress = promisify(gunzip)
const indexOf = (file: string): string => `${file}.index.json`

/** Writes rows, which come in the order of their keys, and their index; both are on the disk when it resolves. */
export async function writeArchiveFile(
  directory: string,
  file: string,
  batches: AsyncIterable<KeyedRow[]>,
): Promise<Written> {
  const written = await writeDurably(directory, file, async (handle) => {
    const blocks = new BlockWriter(handle)
    for await (const batch of batches) for (const row of batch) await blocks.add(row)
    return blocks.end()
  })
  await writeDurably(directory, indexOf(file), (handle) =>
    handle.writeFile(JSON.stringify(written)),
  )
  return { rows: written.rows, bytes: bytesOf(written), sha256: written.sha256 }
}

/** Writes under another name first, so that no half of a file is ever taken for a whole one. */
async function writeDurably<Result>(
  directory: string,
  name: string,
  write: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const path = join(directory, name)
  const handle = await open(`${path}.partial`, 'w')
  try {
    const result = await write(handle)
    await handle.sync()
    await rename(`${path}.partial`, path)
    return result
  } finally {
    await handle.close()
  }
}

class BlockWriter {
  readonly #handle: FileHandle
  readonly #hash = createHash('sha256')
  readonly #blocks: Block[] = []
  #lines: string[] = []
  #length = 0
  #first = ''
  #offset = 0
  #rows = 0

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  async add({ key, json }: KeyedRow): Promise<void> {
    if (!this.#lines.length) this.#first = key
    this.#lines.push(`${json}\n`)
    this.#length += json.length
    this.#rows++
    if (this.#length >= blockLengthMax) await this.#endBlock()
  }

  async end(): Promise<Index> {
    if (this.#lines.length) await this.#endBlock()
    return { blocks: this.#blocks, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }

  async #endBlock(): Promise<void> {
    const block = await compress(this.#lines.join(''))
    await this.#handle.write(block)
    this.#hash.update(block)
    this.#blocks.push({ offset: this.#offset, bytes: block.length, first: this.#first })
    this.#offset += block.length
    this.#lines = []
    this.#length = 0
  }
}

const bytesOf = ({ blocks }: Index): number => blocks.reduce((sum, { bytes }) => sum + bytes, 0)

export async function readIndex(directory: string, file: string): Promise<Index> {
  return Index.parse(JSON.parse(await readFile(join(directory, indexOf(file)), 'utf8')))
}

/** Returns the blocks in which keys from the one to the other may be. */
export const blocksBetween = ({ blocks }: Index, from: string, to: string): Block[] =>
  // Rows of the key `from` may begin in the block before the first one that begins with it.
  blocks.filter(({ first }, place) => first <= to && (blocks[place + 1]?.first ?? from) >= from)

/** Returns the block in which a key would be, and the one behind it. */
export function blocksAround({ blocks }: Index, key: string): Block[] {
  const behind = blocks.findIndex(({ first }) => first >= key)
  return behind < 0 ? blocks.slice(-1) : blocks.slice(Math.max(0, behind - 1), behind + 1)
}

/** Reads the rows of a block, as they were written. */
export async function readBlock(directory: string, file: string, block: Block): Promise<unknown[]> {
  const handle = await open(join(directory, file))
  try {
    return linesOf(await decompress(await readBytes(handle, block)))
  } finally {
    await handle.close()
  }
}

async function readBytes(handle: FileHandle, { offset, bytes }: Block): Promise<Buffer> {
  const block = Buffer.alloc(bytes)
  await handle.read(block, 0, bytes, offset)
  return block
}

const linesOf = (block: Buffer): unknown[] =>
  block
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Reads a whole file again; throws where it is not what was written. */
export async function checkArchiveFile(
  directory: string,
  file: string,
  { rows, sha256 }: Pick<Written, 'rows' | 'sha256'>,
): Promise<void> {
  const index = await readIndex(directory, file)
  const handle = await open(join(directory, file))
  const hash = createHash('sha256')
  let found = 0
  try {
    for (const block of index.blocks) {
      const bytes = await readBytes(handle, block)
      hash.update(bytes)
      found += linesOf(await decompress(bytes)).length
    }
  } finally {
    await handle.close()
  }
  const digest = hash.digest('hex')
  if (found !== rows || digest !== sha256 || index.sha256 !== sha256)
    throw new Error(
      `the archive's file ${file} in ${directory} holds ${found} rows with SHA-256 ${digest}, but ${rows} with ${sha256} were written; take it from a backup`,
    )
}
