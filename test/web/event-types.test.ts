import { expect, test } from 'vitest'
import { eventTypes } from '../../src/shared/event-types.ts'
import { eventTypeNames } from '../../web/dashboard/screens/events/event-types.ts'

test('the dashboard filters by every type of event that there is', () => {
  expect([...eventTypeNames]).toEqual(Object.keys(eventTypes))
})
