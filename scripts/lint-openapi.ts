/**
 * Reads the OpenAPI documents of the APIs as Redocly and Spectral do, by their recommended rules, and
 * fails at the first error or warning of either.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { apis } from '../src/http/openapi/apis.ts'
import { describeApi } from '../src/http/openapi/document.ts'

const redocly = await createConfig({ extends: ['recommended'] })
const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] })

for (const api of apis) {
  const source = JSON.stringify(describeApi(api))
  const byRedocly = await lintFromString({ source, absoluteRef: api.file, config: redocly })
  const bySpectral = await spectral.run(JSON.parse(source) as Record<string, unknown>)
  const complaints = [
    ...byRedocly.map(({ ruleId, message, location }) => [
      ruleId,
      location[0]?.pointer ?? '',
      message,
    ]),
    ...bySpectral.map(({ code, message, path: place }) => [code, place.join('/'), message]),
  ]
  for (const complaint of complaints) console.error(`${api.file}: ${complaint.join(': ')}`)
  if (complaints.length > 0) process.exitCode = 1
}
