/**
 * Declares an effect: something that a machine asks the outside world to do.
 *
 * XState hands its name and parameters back as data, and the turn stores them in the outbox.
 * Nothing is executed here.
 */
export const effect =
  <Params = undefined>() =>
  (_: unknown, _params: Params): void => {
    throw new Error('an effect is data for the outbox and is never executed in place')
  }

/** Every stored context carries the moment of the message being processed, in Unix milliseconds. */
export type Clocked = { now: number }

/** The label of a command's button and who may press it; buttons and permissions come from it. */
export type CommandMeta = { label: string; roles: readonly ('merchant' | 'payer' | 'operator')[] }
