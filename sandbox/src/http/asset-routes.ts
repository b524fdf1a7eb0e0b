import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const PAGE = join(import.meta.dirname, '../page')

const ASSETS = [
  'assets/tokens.css',
  'assets/base.css',
  'assets/parts.css',
  'assets/inbox.css',
  'assets/faults.css',
  'assets/sso.css',
  'assets/whatsapp.css',
  'assets/ses.css',
  'assets/phone.css',
  'assets/desktop.css',
  'assets/notification.css',
  'assets/inbox.js',
  'assets/dials.js',
  'assets/phone.js',
  'assets/pictures.js',
  'fonts/inter-latin.woff2',
  'fonts/noto-devanagari.woff2',
]

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Serves the few files of the pages from memory; the browser asks each time and mostly hears "not modified". */
export async function addAssetRoutes(app: FastifyInstance): Promise<void> {
  for (const path of ASSETS) {
    const content = await readFile(join(PAGE, path))
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
    app.get(`/${path}`, async (request, reply) => {
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(TYPES[extname(path)] ?? 'application/octet-stream').send(content)
    })
  }
}
