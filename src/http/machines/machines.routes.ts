/**
 * The machines as pages for people who review them: `/machines`, `/machines/subscription`, and for every state an
 * address, `/machines/subscription/Active.Charging`. They say nothing of anybody, so they are open to all.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withInner } from '../../core/lifecycles/model.ts'
import { type ReadMachine, readMachines } from '../../core/lifecycles/read-machines.ts'
import { escapeHtml } from '../../shared/html/escape-html.ts'
import { Problem } from '../../shared/problems.ts'
import { findPages } from '../../../web/build.ts'
import { serveAssets } from '../pages/page-files.ts'
import { readPageTemplate } from '../pages/page-template.ts'
import { sendHtml } from '../pages/send-html.ts'
import { makePageHeaders } from '../security-headers.ts'
import { machineAddress, placesWithin } from './html-parts.ts'
import { writeMachine, writeMenu } from './machine-page.ts'
import { writeOverview, writeSimulator } from './overview.ts'
import { readPictures, readPictureStyle } from './pictures.ts'
import { indexMachines } from './search-index.ts'
import type { RouteDependencies } from '../cells/cells.ts'

type Named = { Params: { machine: string; state: string } }

/** The pages never change while the service runs, so each is written once. */
export function registerMachinePages(dependencies: RouteDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    const { folder } = await findPages()
    await serveAssets(server, dependencies, folder)
    server.addHook('onRequest', async (request) => dependencies.limiter.countFile(request))
    const machines = readMachines()
    const style = await readPictureStyle(machines[0]!.kind)
    const write = new PageWriter(machines, readPageTemplate(folder, 'machines'), style)
    const send = async (request: FastifyRequest, reply: FastifyReply, id: string | null) => {
      void reply.headers(makePageHeaders({ styleHashes: write.styleHashes }))
      return sendHtml(request, reply, await write.page(id))
    }
    server.get('/', async (request, reply) => send(request, reply, null))
    server.get('/search.json', async () => ({ found: indexMachines(machines) }))
    server.get('/all', async (request, reply) => send(request, reply, 'all'))
    server.get('/simulator', async (request, reply) => send(request, reply, 'simulator'))
    server.get<Named>('/:machine', async (request, reply) =>
      send(request, reply, find(machines, request.params.machine).lifecycle.id),
    )
    server.get<Named>('/:machine/:state', async ({ params }, reply) => {
      const { lifecycle } = find(machines, params.machine)
      const path = findState(machines, params)
      return reply.redirect(`${machineAddress(lifecycle.id)}#${path}`)
    })
  }
}

class PageWriter {
  readonly styleHashes: string[]
  readonly #machines: ReadMachine[]
  readonly #pictureStyle: string
  readonly #fill: ReturnType<typeof readPageTemplate>['fill']
  readonly #pages = new Map<string | null, Promise<string>>()

  constructor(
    machines: ReadMachine[],
    { fill, styleHash }: ReturnType<typeof readPageTemplate>,
    pictureStyle: string,
  ) {
    this.#machines = machines
    this.#fill = fill
    this.#pictureStyle = pictureStyle
    const hash = createHash('sha256').update(pictureStyle).digest('base64')
    this.styleHashes = [styleHash, `sha256-${hash}`]
  }

  /** The page of one machine, of `all`, of the `simulator`, or for null the first page. As many as there are machines, and three. */
  page(id: string | null): Promise<string> {
    const known = this.#pages.get(id) ?? this.#write(id)
    this.#pages.set(id, known)
    return known
  }

  async #write(id: string | null): Promise<string> {
    const shown = this.#machines.filter(({ lifecycle }) => id === 'all' || lifecycle.id === id)
    const articles: string[] = []
    for (const read of shown) {
      const article = writeMachine(read, await readPictures(read.lifecycle))
      articles.push(id === 'all' ? placesWithin(read.lifecycle.id, article) : article)
    }
    const main =
      id === null
        ? writeOverview(this.#machines)
        : id === 'simulator'
          ? writeSimulator()
          : articles.join('\n')
    const title = titleOf(shown, id)
    return this.#fill({
      language: 'en',
      head: `<title>${escapeHtml(title)} · Mandate</title><style>${this.#pictureStyle}</style>`,
      noscript: '',
      first: `${writeMenu(this.#machines, id)}<main>${main}</main>`,
      data: {},
    }).replaceAll('="./assets/', '="/machines/assets/')
  }
}

function titleOf(shown: ReadMachine[], id: string | null): string {
  if (id === 'simulator') return 'What if'
  return shown.length === 1 ? shown[0]!.lifecycle.name : 'The machines'
}

/** Finds a machine by its name in the address; says which there are where it is none. */
function find(machines: ReadMachine[], name: string): ReadMachine {
  const found = machines.find(({ lifecycle }) => lifecycle.id === name)
  if (found) return found
  const names = machines.map(({ lifecycle }) => lifecycle.id).join(', ')
  throw new Problem('NotFound', `There is no machine '${name}'; there are ${names}.`)
}

function findState(machines: ReadMachine[], { machine, state }: Named['Params']): string {
  const paths = withInner(find(machines, machine).lifecycle.states).map(({ path }) => path)
  if (paths.includes(state)) return state
  throw new Problem(
    'NotFound',
    `The machine ${machine} has no state '${state}'; it has ${paths.join(', ')}.`,
  )
}
