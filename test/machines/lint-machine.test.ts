/** Each rule of the lint, on a machine that breaks it and no other. */
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, and, assign, createMachine, emit, not, spawnChild } from 'xstate'
import { effect } from '../../machines/effect.ts'
import { lintMachine } from '../support/lint-machine.ts'

const open = { description: 'Waits for somebody.' }
const closed = { description: 'Nothing happens any more.', type: 'final' }

/** Makes a machine that keeps every rule but the ones that the fault breaks. */
function lamp(fault: { Lit?: object; names?: object; [field: string]: unknown }): AnyStateMachine {
  const { Lit, names, ...chart } = fault
  const states = { Lit: { ...open, ...Lit }, Dark: closed }
  const sound = { id: 'lamp', version: '1', description: 'Gives light.', initial: 'Lit' }
  const options = { maxIterations: 100 }
  return createMachine({ ...sound, options, states, ...chart } as never, names as never)
}

test('the lint finds no fault in a sound machine', () => {
  const machine = lamp({
    names: {
      guards: { isOld: () => true },
      delays: { untilMorning: 1000 },
      actions: { recordEnd: assign({}), requestBulb: effect(), tellDark: emit({ type: 'x' }) },
    },
    Lit: {
      id: 'Lit',
      exit: { type: 'requestBulb', params: ({ event }: { event: object }) => ({ event }) },
      after: { untilMorning: [{ guard: not('isOld'), target: 'Dark' }, { target: 'Dark' }] },
      on: {
        'lamp.break': { target: 'Dark', actions: ['recordEnd', 'tellDark'] },
        'lamp.press': { target: 'Dark', meta: { label: 'Switch off', roles: ['payer'] } },
        'lamp.touch': {},
      },
    },
  })
  expect(lintMachine(machine)).toEqual([])
})

describe('the lint of names in a machine', () => {
  test.each([
    [
      'an action',
      { Lit: { entry: 'requestBulp' } },
      "lamp.Lit on entry: actions has no 'requestBulp'",
    ],
    [
      'a guard',
      { Lit: { on: { go: { guard: 'mayGo', target: 'Dark' } } } },
      "lamp.Lit on go: guards has no 'mayGo'",
    ],
    [
      'a guard inside another',
      { Lit: { on: { go: { guard: and([not('mayGo')]), target: 'Dark' } } } },
      "lamp.Lit on go: guards has no 'mayGo'",
    ],
    [
      'a delay, which would fire at once',
      { Lit: { id: 'Lit', after: { untilMoring: 'Dark' } } },
      "Lit on xstate.after.untilMoring.Lit: delays has no 'untilMoring'",
    ],
  ])('an unknown name of %s is caught', (_, fault, sentence) => {
    expect(lintMachine(lamp(fault))).toEqual([sentence])
  })

  test('a declared name that nothing uses is caught', () => {
    const names = { guards: { mayGo: () => true }, actions: { requestBulb: effect() } }
    expect(lintMachine(lamp({ names }))).toEqual([
      "actions declares 'requestBulb', which the chart never uses",
      "guards declares 'mayGo', which the chart never uses",
    ])
  })

  test.each([
    [
      'an action',
      { Lit: { entry: () => {} } },
      'lamp.Lit on entry: a function in place of a name (actions)',
    ],
    [
      'memory',
      { Lit: { exit: assign({}) } },
      'lamp.Lit on exit: a function in place of a name (actions)',
    ],
    [
      'a guard',
      { Lit: { on: { go: { guard: () => true, target: 'Dark' } } } },
      'lamp.Lit on go: a function in place of a name (guards)',
    ],
    [
      'a spawned child',
      { Lit: { entry: spawnChild('x') } },
      'lamp.Lit on entry: a function in place of a name (actions)',
    ],
  ])('%s written in place is caught', (_, fault, sentence) => {
    expect(lintMachine(lamp(fault))).toEqual([sentence])
  })

  test('params of more than one line are caught', () => {
    const params = () => {
      const bulbs = 1
      return { bulbs }
    }
    const machine = lamp({
      names: { actions: { requestBulb: effect() } },
      Lit: { entry: { type: 'requestBulb', params } },
    })
    expect(lintMachine(machine)).toEqual([
      "lamp.Lit on entry: the params of 'requestBulb' are more than one line",
    ])
  })
})

describe('the lint of timers in a machine', () => {
  const delays = { untilMorning: 1000 }

  test('a numeric delay is caught', () => {
    expect(lintMachine(lamp({ Lit: { id: 'Lit', after: { 1000: 'Dark' } } }))).toContain(
      'Lit: the delay 1000 is a number; name it',
    )
  })

  test('a timer on a state without an id of its own is caught', () => {
    const machine = lamp({ names: { delays }, Lit: { after: { untilMorning: 'Dark' } } })
    expect(lintMachine(machine)).toEqual(['lamp.Lit: has a timer and no id of its own'])
  })

  test('a timer whose every way out may be refused is caught', () => {
    const machine = lamp({
      names: { delays, guards: { isOld: () => true } },
      Lit: { id: 'Lit', after: { untilMorning: { guard: 'isOld', target: 'Dark' } } },
    })
    expect(lintMachine(machine)).toEqual([
      "Lit: the timer 'untilMorning' does nothing unless isOld",
    ])
  })
})

describe('the lint of descriptions in a machine', () => {
  test.each([
    ['the machine', { description: undefined }, 'lamp: has no description that is a sentence'],
    ['a state', { Lit: { description: '' } }, 'lamp.Lit: has no description that is a sentence'],
    [
      'a half sentence',
      { Lit: { description: 'lit' } },
      'lamp.Lit: has no description that is a sentence',
    ],
  ])('%s without a description is caught', (_, fault, sentence) => {
    expect(lintMachine(lamp(fault))).toEqual([sentence])
  })

  test('a guard that does not read as permission is caught', () => {
    const machine = lamp({
      names: { guards: { checkAge: () => true } },
      Lit: { on: { go: { guard: 'checkAge', target: 'Dark' } } },
    })
    expect(lintMachine(machine)).toEqual(["the guard 'checkAge' does not read as permission"])
  })

  test('a delay that does not read as a wait is caught', () => {
    const machine = lamp({
      names: { delays: { morning: 1000 } },
      Lit: { id: 'Lit', after: { morning: 'Dark' } },
    })
    expect(lintMachine(machine)).toEqual(["the delay 'morning' does not read as a wait: until…"])
  })

  test.each([
    ['a role', { label: 'Switch off' }],
    ['any role', { label: 'Switch off', roles: [] }],
    ['a known role', { label: 'Switch off', roles: ['electrician'] }],
    ['a label', { roles: ['payer'] }],
  ])('a command without %s is caught', (_, meta) => {
    const machine = lamp({ Lit: { on: { 'lamp.press': { target: 'Dark', meta } } } })
    expect(lintMachine(machine)).toEqual([
      'lamp.Lit on lamp.press: a command without label and roles',
    ])
  })

  test('a command that other people may send in another state is caught', () => {
    const press = (role: string, target: string) => ({
      'lamp.press': { target, meta: { label: 'Switch off', roles: [role] } },
    })
    const machine = lamp({ Lit: { on: press('payer', 'Dark') }, on: press('merchant', '.Dark') })
    expect(lintMachine(machine)).toEqual(['lamp.press: a command with other roles in other states'])
  })

  test('a command that has its label in one state only is caught', () => {
    const meta = { label: 'Switch off', roles: ['payer'] }
    const machine = lamp({
      Lit: { on: { 'lamp.press': { target: 'Dark', meta } } },
      on: { 'lamp.press': { target: '.Dark' } },
    })
    expect(lintMachine(machine)).toEqual(['lamp on lamp.press: a command without label and roles'])
  })
})

describe('the lint of the form of a machine', () => {
  test.each([
    ['a version', { version: undefined }, 'the machine has no whole-numbered version'],
    [
      'a bound on its own steps',
      { options: {} },
      'maxIterations is not set; a loop of immediate transitions would never end',
    ],
  ])('a machine without %s is caught', (_, fault, sentence) => {
    expect(lintMachine(lamp(fault))).toEqual([sentence])
  })

  test('an invoked actor is caught', () => {
    expect(lintMachine(lamp({ Lit: { invoke: { src: 'burn' } } }))).toContain(
      'lamp.Lit: invokes an actor, which no snapshot brings back',
    )
  })

  test.each([
    ['does something itself', () => {}],
    ['spawns', spawnChild('x')],
  ])('a named action that %s is caught', (_, action) => {
    const machine = lamp({ names: { actions: { burn: action } }, Lit: { entry: 'burn' } })
    expect(lintMachine(machine)).toEqual([
      "the action 'burn' is neither memory, nor a fact, nor an effect",
    ])
  })

  test.each(['*', 'lamp.*', 'xstate.done.state.Lit'])('listening to %s is caught', (event) => {
    expect(lintMachine(lamp({ Lit: { on: { [event]: 'Dark' } } }))).toEqual([
      `lamp.Lit: listens to '${event}'`,
    ])
  })

  test('a self transition that restarts no timer is caught', () => {
    const machine = lamp({
      names: { delays: { untilMorning: 1000 } },
      Lit: { id: 'Lit', after: { untilMorning: 'Dark' }, on: { go: '#Lit' } },
    })
    expect(lintMachine(machine)).toEqual(['Lit on go: targets itself without reenter'])
  })
})
