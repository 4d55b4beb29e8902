/**
 * Gives one mail to the SMTP server, over a connection of its own. The end of the text is held back until
 * the handover is noted: so whoever dies before it has certainly not sent the mail, and whoever dies after
 * it may have, which nobody can find out. A server that keeps Message-IDs apart drops the second copy.
 */
import { Duplex } from 'node:stream'
import { errorText } from '../shared/errors.ts'
import type { MailSettings, SmtpSettings } from '../shared/mail/mail-settings.ts'
import { abortAfter } from '../shared/time.ts'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
  headers: Record<string, string>
}

/**
 * `isRefused`: the server will not take this mail, now or later. `wasAnswered`: it was given the whole
 * text and said no; without that, and after the handover, nobody knows.
 */
export type PostResult =
  | { isSent: true }
  | { isSent: false; error: string; isRefused: boolean; wasAnswered: boolean }

type Handover = {
  /** Notes that the text is about to be with the server; false: this process may not send it any more. */
  note: () => Promise<boolean>
}

const answerTimeoutMs = 30_000
const connectTimeoutMs = 10_000
const dnsTimeoutMs = 5_000
/** For the whole of it; the lease of a mail is longer. */
export const postTimeoutMs = 60_000
const refusedFromStatus = 500

/** Sends a mail; never throws. */
export async function postMail(
  { from, smtp }: MailSettings & { smtp: SmtpSettings },
  mail: OutgoingMail,
  { note }: Handover,
): Promise<PostResult> {
  let isHandedOver = false
  const lost = new AbortController()
  const noteEnd = async (): Promise<boolean> => {
    isHandedOver = await note()
    if (!isHandedOver) lost.abort(new Error('another process sends this mail'))
    return isHandedOver
  }
  // A service without a mail server never needs it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOf(smtp))
  transport.use('stream', (message, done) => {
    message.message.transform(() => holdEnd(noteEnd))
    done()
  })
  try {
    const signal = AbortSignal.any([lost.signal, abortAfter(postTimeoutMs)])
    await transport.sendMail({
      ...mail,
      from,
      signal,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return { isSent: true }
  } catch (error) {
    return { isSent: false, ...judge(error, isHandedOver) }
  } finally {
    transport.close()
  }
}

/** Lets everything through at once but the end; where that may not be sent, the signal has closed the connection. */
const holdEnd = (noteEnd: () => Promise<boolean>): Duplex =>
  Duplex.from(async function* (text: AsyncIterable<Buffer>) {
    yield* text
    if (!(await noteEnd())) throw new Error('another process sends this mail')
  })

/** Lets the server say whether it lets this service in; no mail is sent. @throws where it does not */
export async function verifyMailServer(smtp: SmtpSettings): Promise<void> {
  // A service without a mail server never needs it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOf(smtp))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function transportOf({ host, port, tls, credentials, certificateAuthorities }: SmtpSettings) {
  return {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: {
      rejectUnauthorized: true,
      ...(certificateAuthorities !== null && { ca: certificateAuthorities }),
    },
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    dnsTimeout: dnsTimeoutMs,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
  }
}

/** The server's words to one mail are about its reader or text; all else is about the way there. */
const aboutThisMail = new Set(['EENVELOPE', 'EMESSAGE'])

function judge(error: unknown, isHandedOver: boolean) {
  const {
    code = '',
    responseCode,
    command,
  } = error as {
    code?: string
    responseCode?: number | false
    command?: string
  }
  const status = typeof responseCode === 'number' ? responseCode : 0
  const isAboutSender = command === 'MAIL FROM'
  return {
    error: withoutSecrets(errorText(error)),
    isRefused: aboutThisMail.has(code) && status >= refusedFromStatus && !isAboutSender,
    wasAnswered: isHandedOver && status > 0,
  }
}

/** Servers quote what they refuse: links and their tokens are not for logs. */
const withoutSecrets = (text: string): string =>
  text.replaceAll(/https?:\/\/\S+/g, '(a link)').replaceAll(/[\w-]{32,}/g, '(left out)')
