/**
 * Finds the lives that `npm run test:paths` lives on a running service, and writes them down, so that the names of
 * paths stay, and a change of a machine shows in the difference which ones it concerns. Takes about ten minutes.
 *
 *     npm run generate -- lives
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAllLives } from './searches.ts'

const file = join(import.meta.dirname, 'lives.generated.json')
const lives = findAllLives(console.log).map(({ life }) => life)
writeFileSync(file, `[\n${lives.map((life) => JSON.stringify(life)).join(',\n')}\n]\n`)
console.log(`${lives.length} lives written`)
