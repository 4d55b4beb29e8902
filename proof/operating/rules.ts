/** The alert rules as an operator gives them to Prometheus. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const Rules = z.strictObject({
  groups: z.tuple([
    z.strictObject({
      name: z.literal('mandate'),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+m$/),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ]),
})

export const readRules = () =>
  Rules.parse(parse(readFileSync('docs/operations/alerts.yml', 'utf8'))).groups[0].rules
