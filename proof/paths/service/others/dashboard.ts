/** The dashboard as a browser calls it, signed in once; whatever is answered is for the caller to judge. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Json } from '../../../../examples/client/merchant.ts'
import type { RunningService } from '../running-service.ts'
import type { Login } from '../deployment.ts'

const [signedOut, tooMany] = [401, 429]
/** More than that is no session that time has ended. */
const signInsMax = 5

export type Answer = { status: number; body: Json }

const dashboards = new WeakMap<Login, Dashboard>()

/** Signs in as the demo's merchant. */
export const dashboardOf = ({ dev }: RunningService): Dashboard =>
  signedIn(dev.baseUrl, dev.merchant)

/** Signs in as an operator, on a service to which one can sign in. */
export const operatorsOf = ({ dev, operator }: RunningService): Dashboard =>
  signedIn(dev.baseUrl, operator!)

/** Signing in again and again is refused after a while, so all paths on a service share a session. */
export function signedIn(baseUrl: string, login: Login): Dashboard {
  const dashboard = dashboards.get(login) ?? new Dashboard(baseUrl, login)
  dashboards.set(login, dashboard)
  return dashboard
}

export class Dashboard {
  readonly #baseUrl: string
  readonly #login: Login
  #cookie: Promise<string> | null = null
  #signIns = 0

  constructor(baseUrl: string, login: Login) {
    this.#baseUrl = baseUrl
    this.#login = login
  }

  /** What the calls carry that give money or the account away. */
  get proof(): { password: string } {
    return { password: this.#login.password }
  }

  async call(method: string, path: string, body?: Json): Promise<Answer> {
    for (;;) {
      this.#cookie ??= this.#signIn()
      const session = this.#cookie
      const response = await this.#fetch(method, path, body, await session)
      const text = await response.text()
      const { status, headers } = response
      // Days of the test clock end a session, for all calls that are under way: the first signs in again.
      if (status === signedOut && this.#signIns < signInsMax) {
        if (this.#cookie === session) this.#cookie = null
      } else if (status === tooMany) await wait(Number(headers.get('retry-after')) * 1_000)
      else return { status, body: (text ? JSON.parse(text) : {}) as Json }
    }
  }

  /** Makes a call that has to be accepted. */
  async require<Taken = Json>(method: string, path: string, body?: Json): Promise<Taken> {
    const { status, body: answer } = await this.call(method, path, body)
    if (status >= 300) throw new Error(`${path} was answered ${status} ${JSON.stringify(answer)}`)
    return answer as Taken
  }

  /** Makes a call without a session, which has to be accepted. */
  async visit(path: string, body: Json): Promise<void> {
    const { ok, status } = await this.#fetch('POST', path, body)
    if (!ok) throw new Error(`${path} was answered ${status}`)
  }

  async #signIn(): Promise<string> {
    this.#signIns++
    const { email, password } = this.#login
    const { headers } = await this.#fetch('POST', '/login', { email, password })
    return headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
  }

  #fetch(method: string, path: string, body?: Json, cookie = ''): Promise<Response> {
    return fetch(`${this.#baseUrl}/dashboard/api${path}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
}
