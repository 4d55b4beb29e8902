/** Writes `docs/roles.md`, what each role may do in the dashboard, from the routes and the table of rights. */
import { type MemberRole, memberRoles } from '../../store/people/account-roles.ts'
import { type Right, rightNames, rights, rightsOf } from '../../store/people/rights.ts'
import { dashboardRoutes } from '../dashboard/dashboard-routes.ts'

const introduction = `# Roles

Somebody who works for a merchant has one role. It says which rights the person has on the test network and on the main network; every call of
the dashboard about a merchant names the right that it needs, and refuses others with \`403 Forbidden\`, which names the role, the right and who
has it. \`GET /dashboard/api/me\` tells a person's own rights. This page is written from the routes; \`test/dashboard/roles.test.ts\` tries every
call as every role on both networks.`

/** Writes the page: the rights of each role, and the calls that need each right. */
export function writeRoles(): string {
  const header = ['right', 'means', ...memberRoles]
  const ofRoles = rightNames.map((right) => [
    `\`${right}\``,
    rights[right],
    ...memberRoles.map((role) => whereGranted(role, right)),
  ])
  const calls = dashboardRoutes
    .filter((route) => route.access === 'member')
    .map((route) => [
      `\`${route.operationId}\``,
      `\`${route.right}\``,
      ...memberRoles.map((role) => whereGranted(role, route.right)),
    ])
  return [
    introduction,
    '## Rights',
    writeTable([header, ...ofRoles]),
    '## Calls',
    `${writeTable([['call', 'right', ...memberRoles], ...calls])}\n`,
  ].join('\n\n')
}

function whereGranted(role: MemberRole, right: Right): string {
  const [test, main] = (['TestNet', 'MainNet'] as const).map((network) =>
    rightsOf(role, network).includes(right),
  )
  if (test && main) return 'yes'
  if (test) return 'test'
  return main ? 'main' : 'no'
}

function writeTable([header, ...rows]: string[][]): string {
  return [header!, header!.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
