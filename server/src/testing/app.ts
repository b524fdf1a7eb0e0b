import type { Locale, UserDetails } from '@notifly/contracts/accounts/accounts'
import type { Answer } from '@notifly/contracts/answer'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { createApp } from '../app.ts'
import { jobHandlers } from '../background.ts'
import { readConfig, type Config } from '../config.ts'
import { createAccount } from '../features/accounts/accounts.ts'
import { ensureDefaultRoles } from '../features/roles/roles.ts'
import type { BodyLimits } from '../http/limits/body-limits.ts'
import type { ConnectionLimits } from '../http/limits/connection-limits.ts'
import type { Deps } from '../http/deps.ts'
import type { GeneralLimits } from '../http/limits/general-limits.ts'
import { createMetrics } from '../http/health.ts'
import { migrateJobs, startJobs } from '../jobs/run-jobs.ts'
import type { Clock } from '../lib/clock.ts'
import { createLog } from '../lib/log.ts'
import { createPasswords } from '../lib/passwords.ts'
import { createSecrets } from '../lib/secrets.ts'
import { createSystemMail } from '../lib/mail/system-mail.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { startMailbox, type Mailbox } from './channels/mailbox.ts'

export const PASSWORD = 'correct horse 7!'
/** Seals what a test's app stores; for workers that are to read it. */
export const APP_SECRET = 'only for tests, only for tests, only for tests'

/** The wall clock, moved by what a test adds. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

/** An answer of the API with its parsed body. */
export interface Reply<Data> {
  status: number
  /** Only `success: false` where the answer is no JSON. */
  body: Answer<Data>
  data: Data
  headers: Record<string, string | string[] | number | undefined>
  /** The value of the session cookie that the answer sets. */
  cookie: string | undefined
}

export interface CallOptions {
  bearer?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

export interface Person {
  bearer: string
  user: UserDetails
  email: string
  cookie: string
}

export interface ApplicationOwner extends Person {
  applicationId: string
  organizationId: string
}

export interface TestApp {
  app: FastifyInstance
  deps: Deps
  database: TestDatabase
  mailbox: Mailbox
  clock: TestClock
  /** Everything that was logged, one JSON text a line. */
  logLines: string[]
  /** One call of the API: `call<Data>('POST', '/api/verticals', {bearer, body})`. */
  call<Data = unknown>(method: string, path: string, options?: CallOptions): Promise<Reply<Data>>
  /** A new person with a confirmed address, signed in. */
  signUpAndIn(person?: { name?: string; email?: string; locale?: Locale }): Promise<Person>
  /** A new person (or the given one) who owns a new organization with an application, and a token for that. */
  withApplication(person?: Person): Promise<ApplicationOwner>
}

interface TestAppOptions {
  config?: Partial<Config>
  limits?: GeneralLimits
  bodies?: BodyLimits
  connections?: ConnectionLimits
  dashboardDir?: string
}

/**
 * The whole API on a database of the test file's own, with jobs running and a real mail server behind it; all of it ends
 * after the file's last test. Call it at the top of the file, outside of hooks: `const kit = await testApp()`.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase({ maxConnections: 12 })
  const mailbox = await startMailbox()
  const logLines: string[] = []
  const clock = testClock()
  const config = { ...readConfig({}), ...options.config }
  const log = createLog('info', { write: line => void logLines.push(line) })
  const deps: Deps = {
    config,
    database,
    clock,
    log,
    secrets: createSecrets(APP_SECRET),
    // Thousands of people sign up and in; at the product's cost each time takes 20 ms of one core.
    passwords: createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 }),
    mail: createSystemMail({ smtpUrl: mailbox.smtpUrl, from: config.systemMailFrom }),
    metrics: createMetrics(),
  }
  await migrateJobs(database.pool)
  await ensureDefaultRoles(database.kysely)
  const app = await createApp(deps, { dashboardDir: 'none', ...options })
  const jobs = await startJobs(database.pool, jobHandlers(deps), log)
  afterAll(async () => {
    await app.close()
    await jobs.stop()
    await mailbox.close()
  })
  return { app, deps, database, mailbox, clock, logLines, ...verbs(app, deps) }
}

function testClock(): TestClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: ms => {
      offsetMs += ms
    },
  }
}

type Verbs = Pick<TestApp, 'call' | 'signUpAndIn' | 'withApplication'>

function verbs(app: FastifyInstance, deps: Deps): Verbs {
  const call: Verbs['call'] = async <Data>(method: string, path: string, options: CallOptions = {}) => {
    const headers = { ...options.headers }
    if (options.bearer !== undefined) headers['authorization'] = `Bearer ${options.bearer}`
    const request: InjectOptions = { method: method as 'GET', url: path, headers }
    if (options.body !== undefined) request.payload = options.body as object
    const response = await app.inject(request)
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
    const body = isJson && response.body !== '' ? response.json<Answer<Data>>() : { success: false }
    return {
      status: response.statusCode,
      body,
      data: body.data as Data,
      headers: response.headers,
      cookie: response.cookies.find(({ name }) => name.endsWith('usr'))?.value,
    }
  }

  const signUpAndIn: Verbs['signUpAndIn'] = async (person = {}) => {
    const { name = 'Asha Raman', email = `person-${randomUUID()}@example.com`, locale = 'en' } = person
    await createAccount(deps.database.kysely, deps, { name, email, password: PASSWORD, locale, isVerified: true })
    const signedIn = await call<UserDetails>('POST', '/authP/login', { body: { email, password: PASSWORD } })
    expectStatus(signedIn, 200)
    return { bearer: signedIn.data.token, user: signedIn.data, email, cookie: signedIn.cookie ?? '' }
  }

  const withApplication: Verbs['withApplication'] = async given => {
    const person = given ?? (await signUpAndIn())
    const { bearer } = person
    const organization = await call<{ org_id: string }>('POST', '/authP/organization', {
      bearer,
      body: { name: 'Palmyra' },
    })
    expectStatus(organization, 201)
    const organizationId = organization.data.org_id
    const application = await call<{ app_id: string }>('POST', '/api/verticals', {
      bearer,
      // Nobody undoes launches here, but for the tests of that.
      body: { name: 'Shop', organization_uuid: organizationId, undo_seconds: 0 },
    })
    expectStatus(application, 200)
    const applicationId = application.data.app_id
    const switched = await call<UserDetails>('GET', `/api/update-notification-vertical/${applicationId}`, { bearer })
    expectStatus(switched, 200)
    return { ...person, bearer: switched.data.token, user: switched.data, applicationId, organizationId }
  }

  return { call, signUpAndIn, withApplication }
}

function expectStatus(reply: Reply<unknown>, status: number): void {
  if (reply.status !== status) throw new Error(`expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`)
}
