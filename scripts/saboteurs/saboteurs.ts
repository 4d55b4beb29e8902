/** All faults that `npm run mutate` plants. */
import { ofActors } from './actors.ts'
import { ofChain } from './chain.ts'
import { ofHttp } from './http.ts'
import { ofLimits } from './limits.ts'
import { ofMachines } from './machines.ts'
import { ofPages } from './pages.ts'
import { ofPayments } from './payments.ts'
import { ofRelays } from './relays.ts'
import type { Saboteur } from './saboteur.ts'
import { ofSending } from './sending.ts'
import { ofStore } from './store.ts'
import { ofWatching } from './watching.ts'
import { ofWebhooks } from './webhooks.ts'

export const saboteurs: readonly Saboteur[] = [
  ...ofMachines,
  ...ofPayments,
  ...ofActors,
  ...ofStore,
  ...ofRelays,
  ...ofChain,
  ...ofWatching,
  ...ofSending,
  ...ofHttp,
  ...ofLimits,
  ...ofWebhooks,
  ...ofPages,
]
