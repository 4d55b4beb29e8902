/** Writes the letter of a mail by its kind. */
import type { MailFacts, MailKind } from '../../store/mails/mail-kinds.ts'
import { writeAccountLink, writeReceiverChanged } from './account-letters.ts'
import type { Letter } from './letter.ts'
import type { MailPlaces } from './places.ts'
import { writeAtRisk, writeFailingEndpoint, writeLowGas } from './warning-letters.ts'

const writers: { [K in MailKind]: (facts: MailFacts[K], places: MailPlaces) => Letter } = {
  accountLink: writeAccountLink,
  receiverChanged: writeReceiverChanged,
  atRisk: writeAtRisk,
  lowGas: writeLowGas,
  failingEndpoint: writeFailingEndpoint,
}

export function writeLetter<K extends MailKind>(
  kind: K,
  facts: MailFacts[K],
  places: MailPlaces,
): Letter {
  return writers[kind](facts, places)
}
