/**
 * Every screen as every role: what a role may not do is not offered, and a screen that it may not open says who can.
 * The expectation comes from the table of rights, and from what the owner is offered.
 */
import { expect, test } from 'vitest'
import { rightsOf } from '../../../src/store/people/rights.ts'
import { memberRoles, type MemberRole } from '../../../src/store/people/account-roles.ts'
import { judgeVisits } from '../../../test/browser/world.ts'
import {
  addressOf,
  everything,
  rightToOpen,
  screenPaths,
  walker,
} from '../../../test/browser/dashboard/every-screen.ts'
import { logIn, newColleague } from '../../../test/browser/dashboard/staff.ts'
import type { Visit } from '../../../test/browser/visit.ts'

judgeVisits()

type Network = 'test' | 'main'

/** Says which right each button, file or field needs, by its name; a new one has to be named here. */
const needs: [name: RegExp, right: string][] = [
  [/^Export as CSV$/, 'export'],
  [/^(?:Accept|Record a refund|Move the money)/, 'settle'],
  [/^(?:Create a plan|(?:Change|Activate|Archive|Restore) the plan|Days of withdrawal)/, 'plans'],
  [/^(?:Pause|Resume|Cancel) the subscription/, 'serve'],
  [/^(?:Act on all that match|Try now)$/, 'serve'],
  [/^(?:New payment|Share|Copy a link for the payer)$/, 'sell'],
  [/^(?:Get test coins|Give it test money|A wallet to pay with)$/, 'integrate'],
  [
    /^(?:Send (?:events? again|again what|the event again|it again)|Start a run|Echo address)/,
    'integrate',
  ],
  [/^(?:\+\d+ day|To (?:your|whatever|a)\b|Move there)/, 'integrate'],
  [
    /^(?:Create new API Key|Rename|Replace|Delete the key|Address|Save|Send a test|Remove the endpoint)/,
    'integrate',
  ],
  [/^(?:Who may frame|Where (?:the )?checkout)/, 'integrate'],
  [/^(?:Name|Site|Whom payers ask|Logo|Remove the logo)$/, 'integrate'],
  [/^(?:Stop taking|Take |Change the limits)/, 'money'],
  [/^(?:Set|Change) the receiver$/, 'receiver'],
  [/^(?:Invite somebody|Manage )/, 'people'],
]
/** Everybody may look back, copy, ask why not, choose a time, and see to the own account and its mails. */
const isFree = (name: string, path: string): boolean =>
  ['/account', '/mails', '/metrics'].includes(path) ||
  /^(?:First turn|Turn |As it is now|What happened|Copy(?! a link for the payer)[ :]|Choose a command)/.test(
    name,
  )
const needOf = (name: string, path: string): string | undefined => {
  if (name === 'Export as CSV' && path === '/requests') return 'inspect'
  if (name === 'Export as CSV' && path === '/audit') return 'audit'
  if (name === 'Act on all that match' && path === '/deliveries') return 'integrate'
  return needs.find(([pattern]) => pattern.test(name))?.[1]
}

/** Not while a delivery is being sent, which an endpoint that does not answer delays; not while money is on its way. */
const atTimes = ['Send it again', 'Move the money']

const mayOn = (role: MemberRole, network: Network): readonly string[] =>
  rightsOf(role, network === 'test' ? 'TestNet' : 'MainNet')

type Shown = { names: string[]; links: string[]; text: string }
const look = `(() => {
  const main = document.querySelector('main')
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim()
  const found = main.querySelectorAll('button, a[download], input, textarea, select')
  const offered = [...found].filter((one) => one.checkVisibility() && !one.closest('.story, .filters'))
  const links = [...main.querySelectorAll('a[href^="/dashboard/"]')].filter((one) => one.checkVisibility())
  return {
    names: [...new Set(offered.map(nameOf))],
    links: [...new Set(links.map((one) => one.pathname))],
    text: main.innerText,
  }
})()`

async function lookAtAll(
  visited: Visit,
  network: Network,
  paths: readonly string[] = screenPaths,
): Promise<Map<string, Shown>> {
  const known = await everything()
  const walkTo = walker(visited)
  const shown = new Map<string, Shown>()
  // Things with an id are on the test network alone.
  for (const path of paths.filter((one) => network === 'test' || !one.includes(':id'))) {
    await walkTo(addressOf(path, known, network))
    shown.set(path, await visited.page.evaluate<Shown>(look))
  }
  return shown
}

/** Says where roles may differ: something is offered that not everybody may, or not everybody may open it. */
const isTold = (path: string): boolean =>
  rightToOpen(path) !== 'read' ||
  [...ofOwner.values()].some((shown) =>
    shown.get(path)?.names.some((name) => needOf(name, path) !== undefined),
  )

const ofOwner = new Map<Network, Map<string, Shown>>()

test('the owner is offered what the table names, and everything is in it', async () => {
  const { shop } = await everything()
  const visited = await logIn(shop.dev.merchant)
  visited.allow(/404/)
  await visited.page.getByRole('link', { name: 'Security' }).click()
  for (const network of ['test', 'main'] as const)
    ofOwner.set(network, await lookAtAll(visited, network))
  const named = [...ofOwner.get('test')!].flatMap(([path, { names }]) =>
    names
      .filter((name) => !isFree(name, path))
      .map((name) => needOf(name, path) ?? `${path}: ${name}`),
  )
  // The shop has submitted what it can to be verified. Many cancellations have no button of their own: they are counted.
  const offered = rightsOf('Owner', 'TestNet').filter(
    (right) => !['read', 'inspect', 'verify', 'cancelMany'].includes(right),
  )
  expect(new Set(named)).toEqual(new Set([...offered, 'inspect']))
}, 60_000)

test.each(memberRoles.filter((role) => role !== 'Owner'))(
  'a %s is offered what the role may do, and told who else may',
  async (role) => {
    const { shop } = await everything()
    const visited = await logIn(await newColleague(shop, role))
    visited.allow(/403|404/)
    await visited.page.getByRole('link', { name: 'Security' }).click()
    const faults: string[] = []
    for (const network of role === 'Developer'
      ? (['test', 'main'] as const)
      : (['test'] as const)) {
      const may = mayOn(role, network)
      const shown = await lookAtAll(visited, network, screenPaths.filter(isTold))
      for (const [path, { names, links, text }] of shown) {
        const mayOpen = may.includes(rightToOpen(path))
        const owners = ofOwner.get(network)!.get(path)!
        const expected = owners.names.filter((name) => {
          const need = needOf(name, path)
          return mayOpen && (isFree(name, path) || (need !== undefined && may.includes(need)))
        })
        const extra = names.filter((name) => !isFree(name, path) && !expected.includes(name))
        const missing = expected.filter(
          (name) => !isFree(name, path) && !atTimes.includes(name) && !names.includes(name),
        )
        faults.push(...missing.map((name) => `${network} ${path} does not offer ${name}`))
        faults.push(...extra.map((name) => `${network} ${path} offers ${name}`))
        const closed = links
          .map((link) => link.replace(`/dashboard/${network}`, ''))
          .filter((link) => !may.includes(rightToOpen(link)))
        faults.push(...closed.map((link) => `${network} ${path} leads to ${link}, which is closed`))
        const says = text.includes(`Your role is ${role}`) && text.includes('Owner')
        if (says === mayOpen) faults.push(`${network} ${path} says: ${text.slice(0, 200)}`)
      }
    }
    expect(faults).toEqual([])
  },
  60_000,
)
