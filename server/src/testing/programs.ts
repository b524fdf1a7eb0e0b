/** Programs of an application's owner, which call with a key. */
import type { ApiKey } from '@notifly/contracts/api-keys/api-keys'
import type { KeyScope } from '@notifly/contracts/api-keys/scopes'
import type { Method } from '@notifly/contracts/endpoint'
import { type ApplicationOwner, PASSWORD, type Reply, type TestApp } from './app.ts'

interface TestProgram {
  keyId: string
  keyName: string
  /** Of HTTP Basic. */
  authorization: string
  call: <Data>(method: Method, path: string, body?: unknown) => Promise<Reply<Data>>
}

/** A new key of the application, and how to call with it. */
export async function newProgram(
  { call }: TestApp,
  { bearer }: ApplicationOwner,
  scopes: KeyScope[],
  limit: Partial<Pick<ApiKey, 'rate_limit'>> = {},
): Promise<TestProgram> {
  const name = crypto.randomUUID()
  const key = await call<ApiKey>('POST', '/authP/user/licenses', { bearer, body: { name, scopes, ...limit } })
  const asked = { client_id: key.data.client_id, password: PASSWORD }
  const path = '/authP/user/licenses/getclientsecret'
  const { data } = await call<{ client_secret: string }>('POST', path, { bearer, body: asked })
  const authorization = `Basic ${Buffer.from(`${asked.client_id}:${data.client_secret}`).toString('base64')}`
  return {
    keyId: asked.client_id,
    keyName: name,
    authorization,
    call: (method, address, body) =>
      call(method, address, { headers: { authorization }, ...(body !== undefined && { body }) }),
  }
}
