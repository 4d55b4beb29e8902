/** Judges what the files of the service write by the list of the tables' owners. */
import { posix } from 'node:path'
import type { Write } from './find-writes.ts'

/** The tables of each room. */
export type Owners = Readonly<Record<string, readonly string[]>>
export type Written = { path: string; writes: Write[] }

/** A room is a folder directly below `src`, and below `src/store` a folder of it. */
export function roomOf(path: string): string {
  const depth = path.startsWith('src/store/') ? 3 : 2
  return posix.dirname(path).split('/').slice(0, depth).join('/')
}

export function findFaults(
  written: Written[],
  tables: ReadonlySet<string>,
  owners: Owners,
): string[] {
  const rooms = new Map<string, string[]>()
  for (const [room, owned] of Object.entries(owners))
    for (const table of owned) rooms.set(table, [...(rooms.get(table) ?? []), room])
  const faults = written.flatMap(({ path, writes }) =>
    writes.flatMap(({ table, line, text }) => {
      const fault = faultOf(roomOf(path), table, tables, rooms)
      return fault ? [`${path}:${line} '${text.replaceAll(/\s+/g, ' ').trim()}': ${fault}`] : []
    }),
  )
  for (const table of tables)
    if (!rooms.has(table)) faults.push(`${table} has no owner: name the room that writes it`)
  for (const [table, named] of rooms) {
    if (!tables.has(table))
      faults.push(`${table} has an owner and is no table: drop it from the list`)
    if (named.length > 1)
      faults.push(`${table} has several owners, ${named.join(' and ')}: leave one`)
  }
  return faults
}

function faultOf(
  room: string,
  table: string | null,
  tables: ReadonlySet<string>,
  rooms: ReadonlyMap<string, string[]>,
): string | null {
  if (table === null) return 'which table is that? Write its name into the statement'
  if (!tables.has(table)) return `${table} is no table`
  const [owner = room] = rooms.get(table) ?? []
  return owner === room ? null : `${table} is written by ${owner} alone: call a function of it`
}
