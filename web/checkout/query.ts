/** The parameters of the page's address, each already checked and cleaned. */
import { toItemName } from '../input/item-name.ts'
import { toSafeTarget } from '../input/safe-target.ts'

export type Query = {
  itemName: string | null
  /** The shop's page for a payer who has paid; whoever opens it, that proves no payment. */
  successTarget: URL | null
  failTarget: URL | null
  language: string | null
}

export function readQuery(search: string): Query {
  const parameters = new URLSearchParams(search)
  return {
    itemName: toItemName(parameters.get('name')),
    successTarget: toSafeTarget(parameters.get('success-url')),
    failTarget: toSafeTarget(parameters.get('fail-url')),
    language: parameters.get('lang'),
  }
}
