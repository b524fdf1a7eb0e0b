import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const OURS = join(import.meta.dirname, '../page/assets')
/** Of the dashboard: its design tokens and fonts are ours too. */
const DASHBOARD = join(import.meta.dirname, '../../../web/src/styles')

const STYLES = ['base', 'parts', 'inbox', 'faults', 'sso', 'whatsapp', 'ses', 'phone', 'desktop', 'notification']
const SCRIPTS = ['changes', 'inbox', 'dials', 'phone', 'pictures']

const ASSETS = [
  ...[...STYLES.map(name => `${name}.css`), ...SCRIPTS.map(name => `${name}.js`)].map(name => ({ folder: OURS, name })),
  ...['tokens.css', 'fonts/inter-latin.woff2', 'fonts/noto-devanagari.woff2'].map(name => ({
    folder: DASHBOARD,
    name,
  })),
]

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Serves the few files of the pages from memory; the browser asks each time and mostly hears "not modified". */
export async function addAssetRoutes(app: FastifyInstance): Promise<void> {
  for (const { folder, name } of ASSETS) {
    const content = await readFile(join(folder, name))
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
    app.get(`/assets/${name}`, async (request, reply) => {
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(TYPES[extname(name)] ?? 'application/octet-stream').send(content)
    })
  }
}
