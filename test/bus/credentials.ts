/** Creates the credentials that operators of NATS hand out: nkeys, and users whose JWT an account has signed. */
import { createHash } from 'node:crypto'
import { nkeys } from 'nats'

type KeyPair = ReturnType<typeof nkeys.createUser>

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64url')

export function newNkey(): { seed: string; publicKey: string } {
  const pair = nkeys.createUser()
  return { seed: textOf(pair.getSeed()), publicKey: pair.getPublicKey() }
}

/** Creates an operator, an account and its user: the server's configuration, and the user's file. */
export function newCredentials(): { configuration: string; file: string } {
  const operator = nkeys.createOperator()
  const account = nkeys.createAccount()
  const user = nkeys.createUser()
  const everything = { subs: -1, data: -1, payload: -1 }
  const limits = { ...everything, imports: -1, exports: -1, conn: -1, leaf: -1, wildcards: true }
  const operatorJwt = sign(operator, operator, { type: 'operator' })
  const accountJwt = sign(operator, account, { type: 'account', limits })
  const userJwt = sign(account, user, { type: 'user', ...everything })
  return {
    configuration: `operator: ${operatorJwt}
      resolver: MEMORY
      resolver_preload: { ${account.getPublicKey()}: ${accountJwt} }`,
    file: [
      '-----BEGIN NATS USER JWT-----',
      userJwt,
      '------END NATS USER JWT------',
      '-----BEGIN USER NKEY SEED-----',
      textOf(user.getSeed()),
      '------END USER NKEY SEED------',
      '',
    ].join('\n'),
  }
}

function sign(issuer: KeyPair, subject: KeyPair, claims: object): string {
  const body = {
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: 'test',
    nats: { ...claims, version: 2 },
  }
  const jti = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  const signed = [
    { typ: 'JWT', alg: 'ed25519-nkey' },
    { ...body, jti },
  ]
    .map((part) => base64(JSON.stringify(part)))
    .join('.')
  return `${signed}.${base64(issuer.sign(new TextEncoder().encode(signed)))}`
}
