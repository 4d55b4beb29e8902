/** All faults that `npm run mutate` plants. */
import { ofActors } from './actors.ts'
import { ofHttp } from './http.ts'
import { ofMachines } from './machines.ts'
import { ofPages } from './pages.ts'
import type { Saboteur } from './saboteur.ts'
import { ofWebhooks } from './webhooks.ts'

export const saboteurs: readonly Saboteur[] = [
  ...ofMachines,
  ...ofActors,
  ...ofHttp,
  ...ofWebhooks,
  ...ofPages,
]
