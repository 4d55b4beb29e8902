/** What a person may press: an actor takes some commands from operators only. */
import type { StoredActor } from '../shared/stored-actor.ts'

/** The commands of a verification that are its merchant's; an operator decides the rest. */
const merchantActionsOfVerification = ['submit']

/** Names the commands that the actor takes now from the merchant whose it is. */
export function openToMerchant({ kind, snapshot }: StoredActor): string[] {
  if (kind !== 'verification') return snapshot.acceptedCommands
  return snapshot.acceptedCommands.filter((action) =>
    merchantActionsOfVerification.includes(action),
  )
}
