/** The merchants' logos, which every page finds beside itself, named by what is in them. */
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../shared/problems.ts'
import { findLogo } from '../../store/merchants/pages/profile.ts'
import type { RouteDependencies } from '../cells/cells.ts'

const fileName = /^([0-9a-f]{64})\.png$/
const oneYearSeconds = 31_536_000

export function serveLogos(
  server: FastifyInstance,
  { cells, limiter }: Pick<RouteDependencies, 'cells' | 'limiter'>,
): void {
  server.get('/logo/:file', async (request, reply) => {
    limiter.countFile(request)
    const { file } = request.params as { file: string }
    const hash = fileName.exec(file)?.[1]
    const cell = hash && (await cells.of({ by: 'logo', value: hash }))
    const logo = cell ? await findLogo(cell, hash!) : null
    if (!logo) throw new Problem('NotFound', `There is no logo '${file.slice(0, 80)}'.`)
    return reply
      .type('image/png')
      .header('cache-control', `public, max-age=${oneYearSeconds}, immutable`)
      .send(logo)
  })
}
