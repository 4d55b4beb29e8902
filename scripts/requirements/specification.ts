/** The interface specification, section by section, in its order. */
import type { Section } from './requirement.ts'
import { authenticating } from './specification/authentication.ts'
import { endpoints } from './specification/endpoints.ts'
import { eventsAndErrors } from './specification/events-and-errors.ts'
import { moreEndpoints } from './specification/more-endpoints.ts'
import { moreResources } from './specification/more-resources.ts'
import { resources } from './specification/resources.ts'
import { service } from './specification/service.ts'
import { states } from './specification/states.ts'

export const specification: readonly Section[] = [
  service,
  ...resources,
  ...moreResources,
  ...states,
  ...endpoints,
  ...moreEndpoints,
  ...authenticating,
  ...eventsAndErrors,
]
