/** The descriptions of the APIs, as Redocly and Spectral read them by their recommended rules. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { apis } from '../../src/http/openapi/apis.ts'
import { describeApi } from '../../src/http/openapi/document.ts'

/** Each loads and compiles its rules first. */
const timeout = 120_000

test.each(apis)('$file has no error and no warning of either', { timeout }, async (api) => {
  const source = JSON.stringify(describeApi(api))
  const config = await createConfig({ extends: ['recommended'] })
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] })
  const byRedocly = await lintFromString({ source, absoluteRef: api.file, config })
  const bySpectral = await spectral.run(JSON.parse(source) as Record<string, unknown>)
  expect(
    byRedocly.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer ?? '', message]),
  ).toEqual([])
  expect(bySpectral.map(({ code, message, path }) => [code, path.join('/'), message])).toEqual([])
})
