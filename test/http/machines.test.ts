/** The pages of the machines say everything that the machines hold, and lead from each part to the others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorDefinitions } from '../../src/core/turn/actor-definitions.ts'
import { guardWords as guardSentences } from '../../src/core/story/guard-words.ts'
import { findStories } from '../../src/core/lifecycles/stories/find-stories.ts'
import { plainEnds } from '../../src/core/lifecycles/plain-ends.ts'
import { innermost, toLifecycle, withInner } from '../../src/core/lifecycles/model.ts'
import { actorKinds } from '../../src/shared/stored-actor.ts'
import { escapeHtml } from '../../src/shared/html/escape-html.ts'
import { findCommands } from '../../src/core/turn/command-roles.ts'
import { send } from './client.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const open = (path: string) => send(`${world.url}${path}`, 'GET')
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe.each(actorKinds)('the page of the %s', (kind) => {
  const { machine, Event } = actorDefinitions[kind]
  const lifecycle = toLifecycle(machine)
  const states = withInner(lifecycle.states)
  let html = ''
  beforeAll(async () => {
    html = (await open(`/machines/${kind}`)).body as string
  })

  test('has a place for every state, with what it means', () => {
    for (const { path, description } of states) {
      expect(html).toContain(`id="${path}"`)
      expect(html).toContain(`<p>${escapeHtml(description)}</p>`)
    }
  })

  test('tells of every state how it comes there, in its own section', () => {
    const stories = findStories(kind)
    for (const { path } of innermost(lifecycle)) {
      const [, section = ''] = html.split(`<section class="state" id="${path}"`)
      const [own = ''] = section.split('</section>')
      for (const { sentence } of stories.get(path)!) expect(own).toContain(escapeHtml(sentence))
    }
  })

  test('draws every state, and opens those with phases on demand', () => {
    for (const { path } of states) expect(html).toContain(`data-state="${path}"`)
    for (const { path } of states.filter(({ children }) => children.length > 0))
      expect(html).toContain(`<details class="phases" id="phases-${path}">`)
  })

  test('begins with the plain way and with all statuses at a glance', () => {
    const [, plain = '', rest = ''] = html.split(/<section (?:class="plain" )?aria-label="The /)
    const way = findStories(kind).get(plainEnds[kind])!
    expect(way.at(-1)!.state).toBe(plainEnds[kind])
    for (const { state } of way) expect(plain).toContain(`href="#${state}"`)
    const [glance = ''] = rest.split('id="pictures"')
    for (const { path } of lifecycle.states) expect(glance).toContain(`data-state="${path}"`)
  })

  test('names every guard with a sentence, every command with who may, and every action', () => {
    const text = textOf(html)
    for (const { guard, guardWords, role, words, actions } of lifecycle.ways) {
      const sentence = guardSentences[kind][guard]
      if (guardWords)
        expect(
          [`if ${guardWords}`, `only if: ${sentence}`].some((said) => text.includes(said)),
        ).toBe(true)
      if (role) expect(text).toContain(words)
      for (const action of [...actions.records, ...actions.asks]) expect(text).toContain(action)
    }
    const conditions = html.slice(html.indexOf('id="conditions"'))
    expect(conditions).not.toMatch(/<td><\/td>/)
  })

  test('lets each person do what the service lets them do, and nothing else', () => {
    const table = html.slice(html.indexOf('id="permissions"'), html.indexOf('id="waits"'))
    const headings = [...table.matchAll(/<th scope="col">the (\w+)</g)].map(([, person]) => person)
    const shown = [...table.matchAll(/<tr>(?:(?!<\/tr>).)*<\/tr>/gs)].flatMap(([row]) =>
      [...row.matchAll(/<td>(.*?)<\/td>/gs)].flatMap(([, cell], column) =>
        [...cell!.matchAll(/href="#event-([^"]+)"/g)].map(
          ([, type]) => `${headings[column]} ${type}`,
        ),
      ),
    )
    const allowed = [...findCommands(machine)].flatMap(([type, roles]) =>
      [...roles].map((role) => `${role} ${type}`),
    )
    expect([...new Set(shown)].toSorted()).toEqual(allowed.toSorted())
  })

  test('shows an example of every event that the machine takes, as its schema takes it', () => {
    const examples = [...html.matchAll(/<pre[^>]*>([^<]+)<\/pre>/g)].map(
      ([, text]) => JSON.parse(textOf(text!)) as { type: string },
    )
    for (const example of examples) expect(Event.parse(example)).toEqual(example)
    const types = new Set(lifecycle.ways.map(({ eventType }) => eventType))
    const taken = [...types].filter((type) => type && !type.startsWith('xstate.'))
    expect(examples.map(({ type }) => type)).toEqual(expect.arrayContaining(taken))
  })

  test('leads from each condition to what it means', () => {
    const guards = new Set(lifecycle.ways.map(({ guardWords }) => guardWords).filter(Boolean))
    const links = [
      ...html.matchAll(/<a class="condition" href="#condition-(\w+)" title="([^"]+)"/g),
    ]
    expect(links.length).toBeGreaterThanOrEqual(guards.size)
    for (const [, name, meaning] of links) expect(meaning).toContain(`${name}: `)
  })

  test('has no link without a place', () => {
    const places = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !places.has(id))).toEqual([])
    expect(links.length).toBeGreaterThan(states.length)
  })

  test.each(states)('$path has an address', async ({ path }) => {
    const answer = await fetch(`${world.url}/machines/${kind}/${path}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/machines/${kind}#${path}`,
    ])
  })
})

test('the first page leads to all machines, and one page holds all of them to be printed', async () => {
  const first = (await open('/machines')).body as string
  const all = (await open('/machines/all')).body as string
  for (const kind of actorKinds) {
    expect(first).toContain(`<a href="/machines/${kind}">`)
    expect(all).toContain(`id="machine-${kind}"`)
  }
})

test('on the page of all machines each link leads to a place of its own machine', async () => {
  const all = (await open('/machines/all')).body as string
  const [, ...articles] = all.split('<article class="machine"')
  const places = [...all.matchAll(/ id="(?!head-)([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(places).size).toBe(places.length)
  expect(articles).toHaveLength(actorKinds.length)
  for (const article of articles) {
    const own = new Set([...article.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...article.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !own.has(id))).toEqual([])
  }
})

test('the first page lists statuses that somebody can be in', async () => {
  const first = textOf((await open('/machines')).body as string)
  expect(first).toContain('Created, InProgress, Succeeded, Expired, Failed')
  expect(first).not.toContain('Weighing')
})

test('a wait is told with its length: a fixed one, or a rule and as in its story', async () => {
  const ofCharge = textOf((await open('/machines/charge')).body as string)
  expect(ofCharge).toMatch(/next moment of the schedule, .* \(in its story: 50 minutes\)/)
  const html = (await open('/machines/subscription')).body as string
  const waits = html.slice(html.indexOf('id="waits"'), html.indexOf('id="states"'))
  expect(waits.match(/<span class="timer">until due</g)).toHaveLength(1)
  const ofSubscription = textOf(html)
  expect(ofSubscription).toContain('It lasts 30 seconds.')
  expect(ofSubscription).toMatch(/until the paid period ends \(in its story: 30 days\)/)
})

test('the search knows every state, command, wait and condition', async () => {
  const { found } = (await open('/machines/search.json')).body as {
    found: { name: string; address: string }[]
  }
  const addresses = new Set(found.map(({ address }) => address))
  for (const kind of actorKinds)
    for (const { path } of withInner(toLifecycle(actorDefinitions[kind].machine).states))
      expect(addresses).toContain(`/machines/${kind}#${path}`)
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'Subscription: Pause',
      'Subscription: mayPause',
      'Charge: until next attempt, in Retrying.Waiting',
    ]),
  )
})

test.each([
  ['/machines/invoice', "There is no machine 'invoice'; there are plan, subscription,"],
  ['/machines/plan/Paused', "The machine plan has no state 'Paused'; it has Draft, Active"],
])('%s says what there is', async (path, words) => {
  const { status, body } = await open(path)
  expect(status).toBe(404)
  expect((body as { message: string }).message).toContain(words)
})
