/** The dashboard's first page: what needs the merchant now. */
import { z } from 'zod'
import { Time } from '../../../core/resources/fields.ts'
import { memberRoute } from '../../routing/route.ts'
import { cardsMax, HomeCard, readCards } from './home-cards.ts'

export const readHomeRoute = memberRoute({
  method: 'GET',
  path: '/dashboard/api/{network}/home',
  operationId: 'readHome',
  right: 'read',
  tag: 'Overview',
  summary: 'Read what needs you',
  description: `At most ${cardsMax} cards, the gravest first. Without any, nothing is to be done.`,
  answer: {
    description: 'What needs you, as of now.',
    schema: z.strictObject({ now: Time, needsYou: z.array(HomeCard).max(cardsMax) }),
  },
  async handle({ caller: { owner }, dependencies }) {
    const cards = await readCards(dependencies, owner)
    return {
      body: { now: dependencies.clock.now().toISOString(), needsYou: cards.slice(0, cardsMax) },
    }
  },
})
