/** The steps of the setup in words, and where each is done: at its very field. */
type Step = { title: string; place: string }

const steps: Record<string, Step> = {
  ActiveAsset: { title: 'Choose what you are paid in', place: '/money#assets' },
  GasWalletFunds: { title: 'Fill the gas wallet', place: '/money#gas' },
  Receiver: { title: 'Say where the money goes', place: '/money#receiver' },
  ApiKey: { title: 'Create an API key', place: '/integration#new-key' },
  ActivePlan: { title: 'Offer a plan', place: '/plans#new' },
  Verification: { title: 'Have your business verified', place: '/verification#details' },
}

/** Finds a step by the name that the checklist has for it. */
export const stepOf = (name: string): Step => steps[name] ?? { title: name, place: '/setup' }
