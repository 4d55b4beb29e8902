/** The descriptions of the APIs, as Redocly and Spectral read them by their recommended rules. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { apis } from '../../src/http/openapi/apis.ts'
import { describeApi } from '../../src/http/openapi/document.ts'

/** Each loads and compiles its rules first. */
const timeout = 120_000

/** They are described and named by no call: a generated client would send them beside Basic, which is refused. */
const ofSignedRequests = /^#\/components\/securitySchemes\/hmac/
const isLeftOut = (ruleId: string, pointer: string) =>
  ruleId === 'no-unused-components' && ofSignedRequests.test(pointer)

test.each(apis)('$file has no error and no warning of either', { timeout }, async (api) => {
  const source = JSON.stringify(describeApi(api))
  const config = await createConfig({ extends: ['recommended'] })
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'recommended']] })
  const byRedocly = await lintFromString({ source, absoluteRef: api.file, config })
  const bySpectral = await spectral.run(JSON.parse(source) as Record<string, unknown>)
  const faults = byRedocly.map(({ ruleId, message, location }) => ({
    ruleId,
    pointer: location[0]?.pointer ?? '',
    message,
  }))
  expect(faults.filter(({ ruleId, pointer }) => !isLeftOut(ruleId, pointer))).toEqual([])
  expect(bySpectral.map(({ code, message, path }) => [code, path.join('/'), message])).toEqual([])
})
