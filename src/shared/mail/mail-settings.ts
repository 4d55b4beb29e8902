/** The settings of mail: who it is from, and the SMTP server that takes it. */
import { z } from 'zod'
import { readNamedFile } from '../environment/named-file.ts'
import type { Role } from '../nats-settings.ts'

const senderForm = /^(?:(?<name>[^<>"\p{Cc}]*)<)?(?<address>[^\s<>@"]+@[^\s<>@"]+)>?$/u

export const MailEnvironment = {
  MAIL_FROM: z
    .string()
    .regex(senderForm, 'must be an address, such as Mandate <mandate@example.com>')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_TLS: z.enum(['required', 'off']).default('required'),
  SMTP_CA_FILE: z.string().min(1).optional(),
}

/** The server that takes mails; only the role `relays` needs to know it. */
export type SmtpSettings = {
  host: string
  port: number
  /** `implicit`: from the first byte; `required`: by STARTTLS, or nothing is sent; `off`: never. */
  tls: 'implicit' | 'required' | 'off'
  credentials: { user: string; password: string } | null
  /** The authorities that the server's certificate is checked against, in PEM; null: those of the system. */
  certificateAuthorities: string | null
}

export type MailSettings = {
  from: { name: string; address: string }
  /** Null in a process that sends none. */
  smtp: SmtpSettings | null
}

type Values = z.output<z.ZodObject<typeof MailEnvironment>>
type Around = { baseUrl: string | null; roles: readonly Role[] }

const portOf = { implicit: 465, required: 587, off: 25 }

/** Returns null where mail is off. Throws where only a part of what it needs is set. */
export function mailSettingsOf(values: Values, { baseUrl, roles }: Around): MailSettings | null {
  const { MAIL_FROM: from, SMTP_URL: url } = values
  if (from === undefined) {
    if (url === undefined) return null
    throw new Error(
      'SMTP_URL is set, and MAIL_FROM is not: mails need an address that they are from',
    )
  }
  if (url === undefined && roles.includes('relays'))
    throw new Error('MAIL_FROM is set, and SMTP_URL is not: the role relays sends mails by it')
  if (baseUrl === null)
    throw new Error('MAIL_FROM is set, and BASE_URL is not: the links in mails lead there')
  const { name = '', address } = senderForm.exec(from)!.groups!
  return {
    from: { name: name.trim(), address: address! },
    smtp: url === undefined ? null : smtpOf(new URL(url), values),
  }
}

function smtpOf(url: URL, { SMTP_TLS, SMTP_CA_FILE }: Values): SmtpSettings {
  const { hostname, port, username, password, pathname, search } = url
  if (!hostname || pathname.length > 1 || search)
    throw new Error(
      'SMTP_URL must be smtp:// or smtps://, user:password@host and a port, and no more',
    )
  const tls = url.protocol === 'smtps:' ? 'implicit' : SMTP_TLS
  if (tls === 'implicit' && SMTP_TLS === 'off')
    throw new Error('SMTP_URL begins with smtps://, and SMTP_TLS is off: one of them is meant')
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? portOf[tls] : Number(port),
    tls,
    credentials: username ? { user: decode(username), password: decode(password) } : null,
    certificateAuthorities:
      SMTP_CA_FILE === undefined ? null : readNamedFile('SMTP_CA_FILE', SMTP_CA_FILE).toString(),
  }
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    // Without the cause and the text, which are of the secret.
    throw new Error('SMTP_URL has a user or password that is not percent-encoded: write % as %25')
  }
}
