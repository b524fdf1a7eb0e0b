/**
 * The world that is filled: the product's own API in this process, on a clock that is set to the day of each event.
 * Every action of a person goes through the API, so that the product checks, audits and stores it. Only the reactions
 * of recipients are inserted by SQL.
 */
import type { Answer } from '@notifly/contracts/answer'
import { createApp } from '@notifly/server/app'
import type { Database } from '@notifly/server/db/database'
import type { Deps } from '@notifly/server/http/deps'
import { instantOf, zonedAt } from '@notifly/server/lib/time/local-time'
import { hashToken, randomToken } from '@notifly/server/lib/secrets'
import { uuidv7 } from '@notifly/server/lib/uuid'
import type { FastifyInstance, InjectOptions } from 'fastify'

/** The application's time zone, used for all times. */
export const ZONE = 'Europe/London'

const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const FOR_EVER = new Date('9999-12-31')

/** A person who signs in. */
export interface Colleague {
  accountId: string
  name: string
  email: string
}

export interface Sandbox {
  url: string
  smtpPort: number
}

export interface World {
  database: Database
  deps: Deps
  /** When the fill began; no event is later than this. */
  now: Date
  /** Size of the demo; 1 is the full size. */
  scale: number
  password: string
  /** Null if nothing replaces the providers, as in tests. */
  sandbox: Sandbox | null
  /** A time of day, `HH:MM`, that many days from today. */
  at(days: number, time: string): Date
  /** Sets the clock. */
  moveTo(at: Date): void
  /** A call by a person signed in to that application. Rejects unless it succeeds. */
  call<Data>(who: Colleague, applicationId: string | null, method: string, path: string, body?: unknown): Promise<Data>
  /** A call by a program, with `client id:secret`. Resolves for refusals too. */
  callWithKey<Data>(key: string, method: string, path: string, body: unknown): Promise<{ status: number; data: Data }>
  /** Starts serving at the product's own address. */
  listen(): Promise<void>
  close(): Promise<void>
}

type Given = Omit<Deps, 'clock'> & { now: Date; scale: number; password: string; sandbox: Sandbox | null }

export async function openWorld({ now, scale, password, sandbox, ...given }: Given): Promise<World> {
  let at = now
  const deps: Deps = { ...given, clock: { now: () => at } }
  const app = await createApp(deps, { dashboardDir: 'none' })
  const today = zonedAt(Math.floor(now.getTime() / 1000), ZONE).toPlainDate()
  const tokens = new Map<string, string>()

  const tokenOf = async (who: Colleague, applicationId: string | null): Promise<string> => {
    const key = `${who.accountId} ${applicationId}`
    const token = tokens.get(key) ?? (await startSession(given.database, who, applicationId))
    tokens.set(key, token)
    return token
  }

  return {
    database: given.database,
    deps,
    now,
    scale,
    password,
    sandbox,
    at(days, time) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      return new Date(instantOf(today.add({ days }), hours * 3600 + minutes * 60, ZONE) * 1000)
    },
    moveTo(moment) {
      at = moment
    },
    async call<Data>(who: Colleague, applicationId: string | null, method: string, path: string, body?: unknown) {
      const { status, text, data } = await send<Data>(app, method, path, {
        authorization: `Bearer ${await tokenOf(who, applicationId)}`,
        body,
      })
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
      return data
    },
    callWithKey(key, method, path, body) {
      return send(app, method, path, { authorization: `Basic ${Buffer.from(key).toString('base64')}`, body })
    },
    listen: async () => void (await app.listen({ port: deps.config.port, host: deps.config.host })),
    close: () => app.close(),
  }
}

/** A session for the whole half year, because signing in again on each day would take too long. */
async function startSession({ kysely }: Database, { accountId }: Colleague, applicationId: string | null) {
  const token = randomToken()
  const session_id = uuidv7()
  await kysely
    .insertInto('session')
    .values({
      session_id,
      account_id: accountId,
      cookie_hash: hashToken(randomToken()),
      application_id: applicationId,
      user_agent: BROWSER,
      address: '127.0.0.1',
      created_at: FOR_EVER,
      last_seen_at: FOR_EVER,
      expires_at: FOR_EVER,
    })
    .execute()
  await kysely
    .insertInto('bearer')
    .values({ token_hash: hashToken(token), session_id, application_id: applicationId, expires_at: FOR_EVER })
    .execute()
  return token
}

interface Sent {
  authorization: string
  body: unknown
}

async function send<Data>(app: FastifyInstance, method: string, path: string, { authorization, body }: Sent) {
  const headers: Record<string, string> = { 'user-agent': BROWSER, authorization }
  const request: InjectOptions = { method: method as 'GET', url: path, headers }
  if (body instanceof FormData) {
    const encoded = new Response(body)
    headers['content-type'] = encoded.headers.get('content-type') ?? ''
    request.payload = Buffer.from(await encoded.arrayBuffer())
  } else if (body !== undefined) request.payload = body as object
  const response = await app.inject(request)
  return { status: response.statusCode, text: response.body, data: response.json<Answer<Data>>().data as Data }
}
