/** Explains to the merchant why a call did not succeed; the text is stored with the delivery and shown. */
import { errorText } from '../shared/errors.ts'

const textLengthMax = 300
const answerLengthMax = 150

const plainPort = 'this port does not speak https; use http:// or the port that has the certificate'

const networkErrors: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at this address',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while sending',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate was issued by an authority that nobody knows',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate was issued by an authority that nobody knows',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the chain of its certificate',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_SSL_WRONG_VERSION_NUMBER: plainPort,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainPort,
  UND_ERR_HEADERS_OVERFLOW: 'the head of the answer is too long',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
}

/** Explains an answer that is no success, quoting its beginning; null for a success. */
export function explainAnswer(httpStatus: number, text: string): string | null {
  if (httpStatus >= 200 && httpStatus < 300) return null
  if (httpStatus >= 300 && httpStatus < 400)
    return `answered ${httpStatus}; redirects are not followed`
  const quoted = quoteAnswer(text)
  return `answered ${httpStatus}${quoted && `: ${quoted}`}`
}

/** Quotes the beginning of an answer's body. */
const quoteAnswer = (text: string): string => printable(text).slice(0, answerLengthMax)

export function explainFailure(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return networkErrors[code] ?? printable(errorText(error)).slice(0, textLengthMax)
}

/** Returns one line without control characters, which Postgres refuses and terminals obey. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()
}
