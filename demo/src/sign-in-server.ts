/**
 * Signs the demo's owner in by a link with a token that works once. The browser that opens it is signed in through the
 * product's own call, with the password that the launcher knows, and gets the product's cookie, which works because
 * cookies ignore ports. The product has no route for this. See docs/decisions/0034-demo.md.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DemoFile } from './demo-file.ts'

export interface SignInServer {
  /** Works once. */
  url: string
  stop(): void
}

type Owner = Pick<DemoFile, 'email' | 'password' | 'applicationId'>

const TOKEN_BYTES = 24

/**
 * Listens on this machine only, on a port of its own. `productUrl`: the product's address, without a trailing slash.
 */
export async function startSignInServer(productUrl: string, owner: Owner): Promise<SignInServer> {
  let token: Buffer | null = Buffer.from(randomBytes(TOKEN_BYTES).toString('base64url'))
  const path = `/${token.toString()}`
  const isRight = (given: string): boolean => {
    const bytes = Buffer.from(given.slice(1))
    return token !== null && bytes.length === token.length && timingSafeEqual(bytes, token)
  }
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || !isRight(request.url ?? '')) return refuse(reply, productUrl)
    token = null
    signInVisitor(productUrl, owner, request, reply).catch(() => refuse(reply, productUrl))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { hostname } = new URL(productUrl)
  return { url: `http://${hostname}:${port}${path}`, stop: () => void server.close() }
}

async function signInVisitor(
  productUrl: string,
  owner: Owner,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const { email, password, applicationId } = owner
  const headers = {
    'content-type': 'application/json',
    'user-agent': request.headers['user-agent'] ?? '',
    // Passes the browser's cookie on, so that an existing session ends, as on the sign-in page.
    ...(request.headers.cookie !== undefined && { cookie: request.headers.cookie, origin: productUrl }),
  }
  const answer = await fetch(`${productUrl}/authP/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) return refuse(reply, productUrl)
  reply.writeHead(303, {
    'set-cookie': answer.headers.getSetCookie(),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    location: `${productUrl}/applications/${applicationId}/dashboard`,
  })
  reply.end()
}

/** A used or wrong token leads to the sign-in page, which is open to everyone. */
function refuse(reply: ServerResponse, productUrl: string): void {
  reply.writeHead(303, { 'cache-control': 'no-store', location: `${productUrl}/auth/sign-in` }).end()
}
