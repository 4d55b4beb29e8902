/** The parameters of the widget's and the manage page's address, each already checked and cleaned. */
import { type Address, isAddress } from 'viem'
import { toSafeTarget } from '../input/safe-target.ts'

const flows = ['cancel', 'pause', 'limit', 'switch', 'receipt'] as const
type Flow = (typeof flows)[number]

export type PageAddress = {
  planId: string | null
  /** The one subscription that the page is opened for. */
  subscription: Address | null
  /** The one thing that the page is opened for; it hides the rest. */
  flow: Flow | null
  /** The page stands in a frame of the merchant's page, and tells it what happens. */
  isFramed: boolean
  /** Null: as the device has it. */
  theme: 'dark' | 'light' | null
  language: string | null
  /** A link leads back here. */
  backTarget: URL | null
  /** Only plans with one of these tags are offered for a switch; none: all are. */
  targetTags: string[]
}

const tagsMax = 20

export function readPageAddress(search: string): PageAddress {
  const parameters = new URLSearchParams(search)
  const subscription = parameters.get('subscription') ?? ''
  const dark = parameters.get('dark-theme')
  return {
    planId: parameters.get('plan'),
    subscription: isAddress(subscription, { strict: false }) ? subscription : null,
    flow: flows.find((flow) => flow === parameters.get('flow')) ?? null,
    isFramed: parameters.get('frame-mode') === 'true',
    theme: dark === 'true' ? 'dark' : dark === 'false' ? 'light' : null,
    language: parameters.get('lang'),
    backTarget: toSafeTarget(parameters.get('back-url')),
    targetTags: (parameters.get('target-tags') ?? '').split(',').filter(Boolean).slice(0, tagsMax),
  }
}
