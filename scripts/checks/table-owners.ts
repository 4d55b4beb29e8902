/**
 * Checks that each table is written by the one room that src/store/tables/owners.ts names, and that each has one there.
 * What the database does by itself counts for nobody: triggers, cascades, partitions.
 */
import { globSync, readFileSync } from 'node:fs'
import { owners } from '../../src/store/tables/owners.ts'
import { findFaults } from '../table-owners/find-faults.ts'
import { findEntities, findWrites } from '../table-owners/find-writes.ts'

const files = globSync('src/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const entities = new Map(
  files
    .filter(({ path }) => path.startsWith('src/store/tables/'))
    .flatMap(({ path, text }) => [...findEntities(path, text)]),
)
const tables = new Set(entities.values())
const written = files.map(({ path, text }) => ({
  path,
  writes: findWrites(path, text, { tables, entities }),
}))
for (const fault of findFaults(written, tables, owners)) {
  console.error(fault)
  process.exitCode = 1
}
if (process.exitCode) console.error('The rooms and their tables: src/store/tables/owners.ts')
