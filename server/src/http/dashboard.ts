import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { handleNotFound } from './errors.ts'

/** Paths that are not pages: an unknown one is a JSON 404, never the dashboard. */
const NO_PAGES = /^\/(api|authP|oauth|_content|t|l|u|v|f|hooks|sdk|files|assets|healthz|readyz|metrics)(\/|$)/

/**
 * Serves the built dashboard: hashed assets are cached for a year, and every path that is a page gets `index.html`. All other unknown paths
 * are a JSON 404. Only `preview-frame.html`, which shows tenants' mail in a sandboxed frame, may use inline styles and external images;
 * only `beefree-frame.html` may load an external editor's script, and only `checkout-frame.html` that of a payment provider.
 */
export async function serveDashboard(
  app: FastifyInstance,
  distDir: string,
  { editorUrl, checkout }: OutsideScripts = {},
): Promise<void> {
  if (!existsSync(join(distDir, 'index.html'))) {
    app.log.warn('the dashboard is not built; `npm start` builds it')
    app.setNotFoundHandler(handleNotFound)
    return
  }
  await app.register(fastifyStatic, {
    root: distDir,
    wildcard: false,
    index: ['index.html'],
    cacheControl: false,
    // The build lays .br and .gz files beside the large ones; they have no address of their own.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders(response, chosenPath) {
      const path = chosenPath.replace(/\.(br|gz)$/, '')
      const hashed = path.includes('/assets/')
      response.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (editorUrl !== undefined && path.endsWith('beefree-frame.html')) {
        response.header('Content-Security-Policy', editorPolicy(editorUrl))
      }
      if (checkout) allowCheckout(response, path, checkout)
      if (!path.endsWith('preview-frame.html')) return
      response.header('Content-Security-Policy', PREVIEW_FRAME_POLICY)
      // Its origin is its own already; browsers complain when it asks for a process of its own as well.
      response.removeHeader('Origin-Agent-Cluster')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && !NO_PAGES.test(request.url.split('?')[0] ?? '')
    return isPage ? reply.status(200).sendFile('index.html') : handleNotFound(request, reply)
  })
}

/** Origins of external scripts; absent if there are none. */
export interface OutsideScripts {
  editorUrl?: string | undefined
  /** Of the payment provider, and the origins of the pages that it shows. */
  checkout?: Checkout | undefined
}

interface Checkout {
  scriptUrl: string
  pages: readonly string[]
}

/**
 * The checkout has its own frame because an open page keeps the policy that it was loaded with: in a single-page application, its script
 * would be allowed on every page for as long as the tab is open.
 */
function allowCheckout(response: FastifyReply, path: string, checkout: Checkout): void {
  if (path.endsWith('checkout-frame.html')) {
    response.header('Content-Security-Policy', checkoutPolicy(checkout))
  }
  // Banks ask for a second proof in a window that the provider opens and has to hear from again.
  if (path.endsWith('index.html')) response.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
}

function checkoutPolicy({ scriptUrl, pages: origins }: Checkout): string {
  const pages = origins.join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' ${new URL(scriptUrl).origin}`,
    // Its script draws the ground behind its page by itself.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data:",
    `connect-src ${pages}`,
    `frame-src ${pages}`,
    `form-action ${pages}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ].join('; ')
}

const PREVIEW_FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src * data:; font-src * data:; frame-ancestors 'self'; sandbox allow-scripts"

/** Where Beefree's script loads its parts from. A script from another server is a stand-in and loads none. */
const EDITOR_PARTS = 'https://*.getbee.io https://*.beefree.io'

function editorPolicy(editorUrl: string): string {
  const { origin, hostname } = new URL(editorUrl)
  const sources = hostname.endsWith('.getbee.io') ? `${origin} ${EDITOR_PARTS}` : origin
  return [
    "default-src 'self'",
    `script-src 'self' ${sources}`,
    `style-src 'self' 'unsafe-inline' ${sources}`,
    'img-src * data: blob:',
    'font-src * data:',
    `connect-src 'self' ${sources}`,
    `frame-src 'self' ${sources}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
