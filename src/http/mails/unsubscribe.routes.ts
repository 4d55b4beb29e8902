/**
 * Declines one kind of mail by the link in it, without a login. Mail programs do it by one POST of their
 * own (RFC 8058). A GET changes nothing, because scanners of mails follow every link.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPages } from '../../../web/build.ts'
import { declineMail } from '../../store/mails/mail-choices.ts'
import type { OptionalMailKind } from '../../store/mails/mail-kinds.ts'
import { readUnsubscribeToken } from '../../store/mails/unsubscribe-tokens.ts'
import { writeFrame, writeNotice } from '../pages/page-frame.ts'
import { readPageLinks } from '../pages/page-template.ts'
import { formHeaders } from '../security-headers.ts'
import type { RouteDependencies } from '../cells/cells.ts'

const names: Record<OptionalMailKind, string> = {
  atRisk: 'subscriptions at risk',
  lowGas: 'gas wallets that run out',
  failingEndpoint: 'webhook endpoints that do not answer',
}

export function registerUnsubscribing(dependencies: RouteDependencies) {
  return async (server: FastifyInstance): Promise<void> => {
    server.addHook('onRequest', async (request) => dependencies.limiter.countPublic(request))
    const { folder } = await findPages()
    const links = readPageLinks(folder, 'widget', '../widget/assets/')
    const writePage = (title: string, texts: string[], button = ''): string =>
      writeFrame({ language: 'en', title, links }, writeNotice(title, texts, button))
    // A mail program may send any body with its POST, which nobody reads; the token alone says what is meant.
    server.get('/unsubscribe', async (request, reply) => {
      const asked = readUnsubscribeToken(dependencies.secrets, tokenOf(request))
      void reply.headers(formHeaders).type('text/html; charset=utf-8')
      if (!asked) return reply.code(404).send(writePage('This link is not whole', [copyAgain]))
      const question = `Do you want no more mails about ${names[asked.kind]}?`
      return reply.send(writePage(question, [], askForm))
    })
    server.post('/unsubscribe', async (request, reply) => {
      const asked = readUnsubscribeToken(dependencies.secrets, tokenOf(request))
      void reply.headers(formHeaders).type('text/html; charset=utf-8')
      if (!asked || !(await decline(dependencies, asked)))
        return reply.code(404).send(writePage('This link is not whole', [copyAgain]))
      const done = `You get no more mails about ${names[asked.kind]}.`
      return reply.send(writePage(done, ['The dashboard, under Settings, takes this back.']))
    })
  }
}

async function decline(
  { cells }: RouteDependencies,
  { accountId, kind }: { accountId: string; kind: OptionalMailKind },
): Promise<boolean> {
  const { database } = await cells.of({ by: 'account', value: accountId })
  return declineMail(database, accountId, kind)
}

/** It goes to the address that it stands at, with its token. */
const askForm = '<form method="post"><button>No more of these mails</button></form>'
const copyAgain =
  'Open it from the mail again, or choose your mails in the dashboard, under Settings.'

function tokenOf({ url }: FastifyRequest): string {
  const search = url.slice(url.indexOf('?') + 1)
  return new URLSearchParams(search).get('token') ?? ''
}
