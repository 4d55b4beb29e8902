import { expect, test } from 'vitest'
import { emit, setup } from 'xstate'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { beginActor, decideTurn } from '../../src/core/turn/decide.ts'
import { askActor } from '../../src/http/commands.ts'
import { actorKinds } from '../../src/shared/stored-actor.ts'
import { findCommands, mayCommand } from '../../src/core/turn/command-roles.ts'

const roles = ['merchant', 'payer', 'operator'] as const
const commands = actorKinds.flatMap((kind) =>
  [...findCommands(actorDefinitions[kind].machine)].map(([type, found]) => ({ type, found })),
)

test('what the operator decides is nobody else’s to send', () => {
  expect(commands.length).toBeGreaterThan(10)
  const shared = commands.filter(({ found }) => found.has('operator') && found.size > 1)
  expect(shared.map(({ type }) => type)).toEqual([])
})

test('a payer may send the commands of a subscription, and no others', () => {
  const ofPayer = commands.filter(({ found }) => found.has('payer')).map(({ type }) => type)
  expect(ofPayer.length).toBeGreaterThan(3)
  expect(ofPayer.filter((type) => !type.startsWith('subscription.'))).toEqual([])
})

test('only the operator decides a verification, and only the merchant submits it', () => {
  for (const verdict of ['approve', 'reject', 'revoke']) {
    expect(mayCommand('operator', `verification.${verdict}`)).toBe(true)
    expect(mayCommand('merchant', `verification.${verdict}`)).toBe(false)
    expect(mayCommand('payer', `verification.${verdict}`)).toBe(false)
  }
  expect(mayCommand('merchant', 'verification.submit')).toBe(true)
  expect(mayCommand('operator', 'verification.submit')).toBe(false)
})

test('nobody may send what is no command, such as a message of the chain', () => {
  for (const role of roles) {
    expect(mayCommand(role, 'charge.confirm')).toBe(false)
    expect(mayCommand(role, 'chain.charged')).toBe(false)
  }
})

test('the API refuses a command that is not the sender’s before it asks anybody', async () => {
  const nobody = {} as Parameters<typeof askActor>[0]
  const owner = { merchantId: 'm1', network: 'MainNet' } as const
  const target = { kind: 'verification', entityId: 'm1', owner } as const
  const verdict = { ...target, event: { type: 'verification.approve' } }
  const refused = { code: 'Forbidden' }
  await expect(askActor(nobody, verdict)).rejects.toMatchObject(refused)
  await expect(askActor(nobody, { ...verdict, by: 'payer' })).rejects.toMatchObject(refused)
})

test('a machine that emits is a fault', () => {
  const machine = setup({}).createMachine({
    initial: 'Quiet',
    states: {
      Quiet: { on: { speak: { target: 'Loud', actions: emit({ type: 'spoken' }) } } },
      Loud: {},
    },
  })
  const { snapshot } = beginActor(machine, {}, 0)
  expect(() => decideTurn(snapshot, { type: 'speak' }, 0)).toThrow('xstate.emit')
})
