/** Starts the product's API in its own process, on a database of the bench, with a user signed in. */
import { randomUUID } from 'node:crypto'
import { Installation } from '@notifly/server/testing/installation'
import { startMailbox, type Mailbox } from '@notifly/server/testing/channels/mailbox'
import type { BenchDatabase } from './postgres.ts'
import { dataOf, requestOf } from './request.ts'

export interface Product extends AsyncDisposable {
  pid: number
  /** Where it answers. */
  url: string
  /** A new application, and the token to work in it. */
  newApplication(): Promise<{ applicationId: string; token: string }>
  /** Ends all of its processes at one moment and starts it again. Resolves once the API answers. */
  killAndStart(): Promise<void>
  /** Calls the API; throws for anything but success. */
  call<Data>(token: string, method: string, path: string, body?: object | FormData): Promise<Data>
}

export const PASSWORD = 'Correct-horse-7'

/**
 * Starts it with so many workers, or none, and signs a user up. `settings` of the environment override the usual ones. Resolves once the
 * API answers.
 */
export async function startProduct(
  database: Pick<BenchDatabase, 'connectionString'>,
  workers = 0,
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const mailbox = await startMailbox()
  const product = await Installation.create(
    {
      DATABASE_URL: database.connectionString,
      NOTIFLY_SECRET: randomUUID(),
      NOTIFLY_ROLES: workers === 0 ? 'api,scheduler' : 'all',
      ...(workers > 0 && { NOTIFLY_WORKERS: String(workers) }),
      NOTIFLY_ALLOW_PRIVATE_TARGETS: 'on',
      NOTIFLY_SANDBOX: 'off',
      NOTIFLY_SYSTEM_SMTP_URL: mailbox.smtpUrl,
      NOTIFLY_LOG_LEVEL: 'error',
      ...settings,
    },
    { onLine: line => line.startsWith('{') && process.stderr.write(`${line}\n`) },
  )
  const { url } = product
  await using stack = new AsyncDisposableStack()
  stack.defer(() => mailbox.close())
  stack.defer(() => product.remove())
  await product.start()
  const { call, newApplication } = await enter(url, mailbox)
  const all = stack.move()
  return {
    get pid() {
      return product.pid
    },
    url,
    call,
    killAndStart: async () => {
      await product.kill()
      await product.start()
    },
    newApplication,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Signs the first user up, who is an operator as well. `mailbox`: where the product there sends its own mails. */
export async function enter(
  url: string,
  mailbox: Mailbox,
): Promise<Pick<Product, 'call' | 'newApplication'> & { token: string }> {
  const call: Product['call'] = async (token, method, path, body) =>
    dataOf(`${method} ${path}`, await fetch(url + path, requestOf(method, body, token)))
  const owner = await signUp(call, mailbox)
  return { call, newApplication: () => addApplication(call, owner), token: owner.token }
}

interface Owner {
  token: string
  organizationId: string
}

async function signUp(call: Product['call'], mailbox: Mailbox): Promise<Owner> {
  const email = 'bench@example.com'
  await call('', 'POST', '/authP/sign-up', { name: 'Asha Raman', email, password: PASSWORD })
  await call('', 'GET', `/authP/verify/${await mailbox.nextToken(email)}`)
  const { token } = await call<{ token: string }>('', 'POST', '/authP/login', { email, password: PASSWORD })
  const { org_id } = await call<{ org_id: string }>(token, 'POST', '/authP/organization', { name: 'Bench' })
  return { token, organizationId: org_id }
}

async function addApplication(call: Product['call'], { token, organizationId }: Owner) {
  const name = `Shop ${randomUUID().slice(0, 8)}`
  const body = { name, organization_uuid: organizationId, undo_seconds: 0 }
  const { app_id: applicationId } = await call<{ app_id: string }>(token, 'POST', '/api/verticals', body)
  const path = `/api/update-notification-vertical/${applicationId}`
  return { applicationId, token: (await call<{ token: string }>(token, 'GET', path)).token }
}

/** Creates an API key of the application. Returns the header that contains it. */
export async function newKey(
  product: Product,
  token: string,
  key: { name: string; scopes: readonly string[]; rate_limit?: number },
): Promise<string> {
  const path = '/authP/user/licenses'
  const { client_id: id } = await product.call<{ client_id: string }>(token, 'POST', path, key)
  const asked = { client_id: id, password: PASSWORD }
  const { client_secret: secret } = await product.call<{ client_secret: string }>(
    token,
    'POST',
    `${path}/getclientsecret`,
    asked,
  )
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}
