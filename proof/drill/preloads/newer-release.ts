/**
 * Loaded before a process of the service (`node --import`), it makes that one of a newer release: its machine of charges is
 * of version 2, with the upgrade from version 1.
 */
import { actorDefinitions } from '../../../src/core/turn/actor-definitions.ts'
import { newRelease } from '../../../test/turns/charge-version-2.ts'

Object.assign(actorDefinitions, { charge: newRelease.charge })
