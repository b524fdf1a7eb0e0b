import { type Agent, get, type OutgoingHttpHeaders } from 'node:http'

/** Options of `fetch` for a call of an API, with a body of JSON or a form. */
export function requestOf(method: string, body?: object | FormData, token = ''): RequestInit {
  const isForm = body instanceof FormData
  return {
    method,
    headers: {
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  }
}

/** An answer other than success. */
export class RefusedCall extends Error {
  /** Of HTTP. */
  readonly status: number

  constructor(call: string, status: number, answer: unknown) {
    super(`${call}: ${status} ${JSON.stringify(answer)}`)
    this.status = status
  }
}

/** The data of an answer in the one shape that product and sandbox have; throws RefusedCall for anything but success. */
export async function dataOf<Data>(call: string, response: Response): Promise<Data> {
  const answer = (await response.json()) as { success: boolean; data: Data }
  if (!answer.success) throw new RefusedCall(call, response.status, answer)
  return answer.data
}

/** Resolves once the whole answer is there; it is neither unpacked nor parsed. Throws for anything but success. */
export async function receive(agent: Agent, address: string, headers: OutgoingHttpHeaders = {}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get(address, { agent, headers }, response => {
    response.on('end', () => resolve(response.statusCode ?? 0)).on('error', reject)
    response.resume()
  }).on('error', reject)
  const status = await promise
  if (status !== 200) throw new Error(`${new URL(address).pathname} answers ${status}`)
}
