/**
 * Writes what is written from other files anew: all of it, or what is named.
 *
 *     npm run generate
 *     npm run generate -- diagrams openapi client
 *     npm run generate -- fixtures --again        what follows one name goes to its script
 *
 * `lives` and `gas` take minutes and run only where they are named.
 */
import { generators } from './generators.ts'
import { runCommand } from './run-command.ts'

const asked = process.argv.slice(2)
const isName = (argument: string) => Object.hasOwn(generators, argument)
const named = asked.slice(0, asked.findLastIndex(isName) + 1)
const given = asked.slice(named.length)
const unknown = named.filter((argument) => !isName(argument))

if (unknown.length > 0 || (given.length > 0 && named.length !== 1)) {
  console.error(`npm run generate -- [${Object.keys(generators).join(' | ')}] …`)
  process.exitCode = 1
} else {
  for (const [name, { script, isOnlyOnDemand }] of Object.entries(generators)) {
    if (named.length === 0 ? isOnlyOnDemand : !named.includes(name)) continue
    const { succeeded, durationMs } = await runCommand([script, ...given], { show: true })
    console.log(`${name} (${(durationMs / 1_000).toFixed(1)} s)`)
    if (succeeded) continue
    process.exitCode = 1
    break
  }
}
