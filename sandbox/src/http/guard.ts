import type { FastifyInstance } from 'fastify'
import { refuse } from './answers.ts'

// The sandbox has no sign-in, so any client that reaches it may read everything. It therefore responds only to names of
// this machine (another site can't reach it by pointing its own name here), sends no CORS header, and rejects changes
// requested by other sites. Only the emulated single sign-on providers serve other sites; they have their own rules,
// like real ones.

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const FOR_OTHER_SITES = '/sso/'
/** Scripts of the emulated editor and checkout, which the dashboard loads. */
const SCRIPTS_FOR_OTHERS = new Set(['/beefree/BeePlugin.js', '/razorpay/checkout.js'])
const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** Refuses foreign hosts (421) and changes requested by other sites (403), before any route runs. */
export function addGuard(app: FastifyInstance, allowedHosts: readonly string[]): void {
  const names = new Set([...LOOPBACK_NAMES, ...allowedHosts.map(name => name.toLowerCase())])
  app.addHook('onRequest', async (request, reply) => {
    const host = request.headers.host ?? ''
    if (!names.has(hostName(host))) {
      return refuse(reply, 421, 'The sandbox answers only to localhost, 127.0.0.1 and [::1]')
    }
    if (request.url.startsWith(FOR_OTHER_SITES)) return
    if (!SAFE_METHODS.has(request.method) && isForeign(request.headers, host)) {
      return refuse(reply, 403, 'Another site may not change the sandbox')
    }
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    // Without any referrer, browsers send the origin "null" with our own forms (Fetch, "append a request Origin
    // header").
    reply.header('referrer-policy', 'same-origin')
    reply.header('cross-origin-resource-policy', SCRIPTS_FOR_OTHERS.has(request.url) ? 'cross-origin' : 'same-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
  })
}

/** The name in a Host header, in lower case, without the port. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d{1,5}$/, '')
}

/** Whether a page of another site makes the request. Programs send neither header. */
function isForeign(headers: Record<string, unknown>, host: string): boolean {
  const { origin } = headers
  if (typeof origin === 'string') return origin.toLowerCase() !== `http://${host.toLowerCase()}`
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
