/** A run of the torture kit with its report. */
import { z } from 'zod'
import { RealTime } from '../../../store/resources/fields.ts'
import { tortureRunStatuses } from '../../../store/tables/torture.ts'
import type { TortureRunRow } from '../../../store/torture/torture-runs.ts'
import type { TortureResult } from '../../../webhooks/torture/results.ts'
import { linkOfRule, type TortureRule, tortureRules } from '../../../webhooks/torture/rules.ts'
import { tortureTestNames } from '../../../webhooks/torture/tests.ts'
import { type Outcome, outcomes } from '../../../webhooks/torture/verdicts.ts'

const ruleNames = Object.keys(tortureRules) as [TortureRule, ...TortureRule[]]

const TortureCallResource = z
  .strictObject({
    what: z.string(),
    sentAt: RealTime,
    eventId: z.string().nullable(),
    sequence: z.int().nullable(),
    httpStatus: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'Null for an answer of 200 to 299' }),
    answer: z.string().meta({ description: 'The beginning of its body' }),
    durationMs: z.int(),
  })
  .meta({ id: 'TortureCall', description: 'What was sent, and what came back.' })

const TortureResultResource = z
  .strictObject({
    test: z.enum(tortureTestNames),
    rule: z.strictObject({
      name: z.enum(ruleNames),
      text: z.string(),
      link: z.string().meta({ examples: [linkOfRule('rule-answer')] }),
    }),
    outcome: z.enum(outcomes).meta({
      description: '`NotSeen`: the answers do not say; where only you can know, `question` asks',
    }),
    why: z.string(),
    question: z.string().nullable(),
    calls: z.array(TortureCallResource),
  })
  .meta({ id: 'TortureResult', description: 'Whether the endpoint kept one rule in one test.' })

export const TortureRunResource = z
  .strictObject({
    id: z.string(),
    status: z.enum(tortureRunStatuses),
    url: z.string(),
    apiKey: z.string().meta({ description: 'The key that signs the events' }),
    echoUrl: z.string().nullable(),
    tests: z.array(z.enum(tortureTestNames)),
    summary: z.strictObject({ passed: z.int(), broken: z.int(), notSeen: z.int() }),
    results: z.array(TortureResultResource).meta({ description: 'Of the tests that are over' }),
    createdAt: RealTime,
    endedAt: RealTime.nullable(),
  })
  .meta({ id: 'TortureRun' })

export function toTortureRun(run: TortureRunRow<TortureResult>): object {
  const { id, status, url, apiKey, echoUrl, tests, results, createdAt, endedAt } = run
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length
  return {
    id,
    status,
    url,
    apiKey,
    echoUrl,
    createdAt,
    endedAt,
    tests,
    summary: { passed: count('Passed'), broken: count('Broken'), notSeen: count('NotSeen') },
    results: results.map(({ rule, ...result }) => ({
      ...result,
      rule: { name: rule, text: tortureRules[rule], link: linkOfRule(rule) },
    })),
  }
}
