/** A real SMTP server within the process, which behaves as a test says and keeps what it took. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { certificate, privateKey } from '../webhooks/self-signed.ts'

export type Behaviour =
  | 'takes'
  /** Answers 550 to the address of the reader. */
  | 'refusesReader'
  /** Answers 450, as servers do that want to be asked later. */
  | 'refusesForNow'
  /** Quotes the text that it refuses, as filters do. */
  | 'refusesText'
  /** Takes the whole text, and closes the connection without a word. */
  | 'dropsAfterText'
  /** Takes the whole text, and never answers. */
  | 'hangsAfterText'
  | 'hangsAtGreeting'

export type TakenMail = { to: string; raw: string; isEncrypted: boolean; user: string | undefined }

type Options = { tls?: 'off' | 'offered' | 'implicit'; password?: string }

export class PostOffice {
  behaviour: Behaviour = 'takes'
  readonly taken: TakenMail[] = []
  /** Texts that came whole, answered or not. */
  handovers = 0
  /** Texts that began to come. */
  begun = 0
  connections = 0
  readonly #server: SMTPServer
  readonly #open: (() => void)[] = []

  private constructor({ tls = 'off', password }: Options) {
    this.#server = new SMTPServer({
      secure: tls === 'implicit',
      ...(tls !== 'off' && { key: privateKey, cert: certificate }),
      disabledCommands: [
        ...(tls === 'offered' ? [] : ['STARTTLS']),
        ...(password === undefined ? ['AUTH'] : []),
      ],
      allowInsecureAuth: true,
      authOptional: password === undefined,
      closeTimeout: 100,
      onAuth: ({ username, password: given }, _session, done) =>
        given === password ? done(null, { user: username }) : done(new Error('wrong password')),
      onConnect: (_session, done) => {
        this.connections += 1
        if (this.behaviour === 'hangsAtGreeting') this.#open.push(() => done())
        else done()
      },
      onRcptTo: (_address, _session, done) => {
        if (this.behaviour === 'refusesReader') done(smtpError(550, 'no such mailbox'))
        else if (this.behaviour === 'refusesForNow') done(smtpError(450, 'come again later'))
        else done()
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.once('data', () => (this.begun += 1))
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          this.handovers += 1
          const raw = Buffer.concat(chunks).toString()
          const to = session.envelope.rcptTo[0]!.address
          this.#answer({ to, raw, isEncrypted: session.secure, user: session.user }, done)
        })
      },
    })
    this.#server.on('error', () => undefined)
  }

  static async start(options: Options = {}): Promise<PostOffice> {
    const office = new PostOffice(options)
    office.#server.listen(0, '127.0.0.1')
    await once(office.#server.server, 'listening')
    return office
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }

  /** Lets everybody in who waits for the greeting. */
  letIn(): void {
    this.behaviour = 'takes'
    for (const answer of this.#open.splice(0)) answer()
  }

  async stop(): Promise<void> {
    for (const answer of this.#open) answer()
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }

  #answer(mail: TakenMail, done: (error?: Error | null) => void): void {
    if (this.behaviour === 'refusesText')
      return done(smtpError(554, `not taken because of ${linkOf(mail.raw)}`))
    if (this.behaviour === 'hangsAfterText') return void this.#open.push(() => done())
    if (this.behaviour === 'dropsAfterText') return this.#dropAll()
    this.taken.push(mail)
    done()
  }

  #dropAll(): void {
    for (const { _socket: socket } of this.#server.connections as Iterable<Dropped>)
      socket.destroy()
  }
}

type Dropped = { _socket: { destroy(): void } }

const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** The texts of a mail as a reader sees them: its parts without their encodings. */
export function readMail(raw: string): { subject: string; text: string; html: string } {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? ''
  const partOf = (type: string) => {
    const part =
      raw.split(/\r\n--(?!=)[^\r\n]{10,}/).find((one) => one.includes(`Content-Type: ${type}`)) ??
      ''
    const body = part.slice(part.indexOf('\r\n\r\n') + 4)
    if (/base64/i.test(part.slice(0, 300))) return Buffer.from(body, 'base64').toString()
    return /quoted-printable/i.test(part.slice(0, 300)) ? unquote(body) : body
  }
  return {
    subject: subject
      .replaceAll(/\r\n[ \t]/g, ' ')
      .replaceAll(/\?= =\?UTF-8\?Q\?/gi, '')
      .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) =>
        unquote(word.replaceAll('_', ' ')),
      ),
    text: partOf('text/plain').replaceAll('\r\n', '\n'),
    html: partOf('text/html').replaceAll('\r\n', '\n'),
  }
}

export const linkOf = (raw: string): string =>
  /https:\/\/\S+account-link#[\w-]+/.exec(readMail(raw).text)?.[0] ?? ''

function unquote(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString()
}
