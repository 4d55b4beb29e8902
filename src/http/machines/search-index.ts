/** Builds the index for the search in the machines' pages: names and words, each with its place. */
import { withInner } from '../../core/lifecycles/model.ts'
import type { ReadMachine } from '../../core/lifecycles/read-machines.ts'
import { machineAddress } from './html-parts.ts'

/** `what` says of which sort it is; `text` holds all words that find it. */
export type MachineHit = { what: string; name: string; text: string; address: string }

export const indexMachines = (machines: ReadMachine[]): MachineHit[] =>
  machines.flatMap(indexMachine)

function indexMachine({ lifecycle, examples, conditions }: ReadMachine): MachineHit[] {
  const home = machineAddress(lifecycle.id)
  const states = withInner(lifecycle.states).map(({ path, description }) => ({
    what: 'state',
    name: `${lifecycle.name}: ${path}`,
    text: `${lifecycle.name} ${path} ${description}`,
    address: `${home}#${path}`,
  }))
  const events = [...examples.keys()].map((type) => {
    const way = lifecycle.ways.find(({ eventType }) => eventType === type)
    return {
      what: way?.role ? 'command' : 'event',
      name: `${lifecycle.name}: ${way?.words ?? type}`,
      text: `${lifecycle.name} ${type} ${way?.words ?? ''} ${way?.role ?? ''}`,
      address: `${home}#event-${type}`,
    }
  })
  const guards = conditions.map(({ name, sentence }) => ({
    what: 'condition',
    name: `${lifecycle.name}: ${name}`,
    text: `${lifecycle.name} ${name} ${sentence}`,
    address: `${home}#condition-${name}`,
  }))
  const timers = lifecycle.ways.filter(({ kind }) => kind === 'timer')
  const waits = timers.map(({ words, from }) => ({
    what: 'wait',
    name: `${lifecycle.name}: ${words}, in ${from}`,
    text: `${lifecycle.name} ${words} ${from}`,
    address: `${home}#${from}`,
  }))
  return [...states, ...events, ...waits, ...guards]
}
