/**
 * Writes one stored snapshot of every state of every machine's current version, and what its turns ask for.
 *
 *     npm run generate -- fixtures [--again]
 *
 * A file that exists is left alone, because rows like it may exist somewhere. With `--again` the
 * files are written anew, which is right only while the version has not been released. What the turns ask for is
 * always written anew: the difference is to be read.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { actorKinds } from '../src/shared/stored-actor.ts'
import { asksFileOf, asksOf } from '../test/machines/fixtures/effects.ts'
import { nameOfFixture, storedStatesOf } from '../test/machines/fixtures/stored-states.ts'

const folder = resolve(import.meta.dirname, '../test/machines/fixtures')
const writesAgain = process.argv.includes('--again')

for (const kind of actorKinds) {
  writeFileSync(asksFileOf(kind), `${JSON.stringify(asksOf(kind, 'whole'), null, 1)}\n`)
  const path = join(folder, nameOfFixture(kind))
  if (existsSync(path) && !writesAgain) continue
  writeFileSync(path, `${JSON.stringify(storedStatesOf(kind), null, 2)}\n`)
  console.log(`${nameOfFixture(kind)} written`)
}
