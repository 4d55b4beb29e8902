/**
 * A merchant's gas wallet on one chain: whether it lasts. It counts in days, by the charges that are due and
 * what gas costs now, because a number of coins warns nobody.
 */
import { assign, setup } from 'xstate'
import { z } from 'zod'
import type { Clocked } from '../effect.ts'
import { eventOf } from '../event-of.ts'
import {
  type GasMeasure,
  type GasWalletEvent,
  GasWalletInput,
  judgeGasLevel,
} from './gas-wallet.events.ts'
import { machineOptions } from '../primitives.ts'

export const GasWalletContext = z.strictObject({ ...GasWalletInput.shape, now: z.number() })
export type GasWalletContext = z.infer<typeof GasWalletContext>

const gasWalletSetup = setup({
  types: {} as {
    input: GasWalletInput & Clocked
    context: GasWalletContext
    events: GasWalletEvent
  },
  guards: {
    isEmptyAtFirst: ({ context }) => judgeGasLevel(context, null) === 'Empty',
    isLowAtFirst: ({ context }) => judgeGasLevel(context, null) === 'Low',
    isEmpty: (_, measure: GasMeasure) => judgeGasLevel(measure, 'Ready') === 'Empty',
    isLow: (_, measure: GasMeasure) => judgeGasLevel(measure, 'Ready') === 'Low',
    isWellAgain: (_, measure: GasMeasure) => judgeGasLevel(measure, 'Low') === 'Ready',
    isRefilled: (_, measure: GasMeasure) => judgeGasLevel(measure, 'Empty') === 'Ready',
    isPartlyRefilled: (_, measure: GasMeasure) => judgeGasLevel(measure, 'Empty') === 'Low',
  },
  actions: {
    recordMeasure: assign((_, { balance, chargesLeft, daysLeft }: GasMeasure) => ({
      balance,
      chargesLeft,
      daysLeft,
    })),
  },
})

const recorded = { type: 'recordMeasure', params: eventOf<GasMeasure> } as const
const empty = {
  guard: { type: 'isEmpty', params: eventOf<GasMeasure> },
  target: 'Empty',
  actions: recorded,
} as const

export const gasWalletMachine = gasWalletSetup.createMachine({
  id: 'gasWallet',
  version: '1',
  description: "Whether a merchant's gas wallet on one chain lasts for the charges to come.",
  options: machineOptions,
  context: ({ input }) => input,
  initial: 'Weighing',
  states: {
    Weighing: {
      description: 'How long does what it holds last?',
      always: [
        { guard: 'isEmptyAtFirst', target: 'Empty' },
        { guard: 'isLowAtFirst', target: 'Low' },
        { target: 'Ready' },
      ],
    },
    Ready: {
      description: 'It lasts for a week or more.',
      on: {
        'gasWallet.measured': [
          empty,
          {
            guard: { type: 'isLow', params: eventOf<GasMeasure> },
            target: 'Low',
            actions: recorded,
          },
          {},
        ],
      },
    },
    Low: {
      description: 'Charges that it cannot pay for are due within days. The merchant is told.',
      on: {
        'gasWallet.measured': [
          empty,
          {
            guard: { type: 'isWellAgain', params: eventOf<GasMeasure> },
            target: 'Ready',
            actions: recorded,
          },
          {},
        ],
      },
    },
    Empty: {
      description: 'It cannot pay for one charge. Charges that are due wait until it is refilled.',
      on: {
        'gasWallet.measured': [
          {
            guard: { type: 'isRefilled', params: eventOf<GasMeasure> },
            target: 'Ready',
            actions: recorded,
          },
          {
            guard: { type: 'isPartlyRefilled', params: eventOf<GasMeasure> },
            target: 'Low',
            actions: recorded,
          },
          {},
        ],
      },
    },
  },
})
