/** The event of one type among those that a machine takes. */
export type EventOf<Event extends { type: string }, Type extends Event['type']> = Extract<
  Event,
  { type: Type }
>

/** Hands the event itself to a guard or an action, as its parameters. */
export const eventOf = <Event>({ event }: { event: Event }): Event => event
