import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

// The sign-in of Beefree's editor and a script that replaces the editor, below /beefree. Any id and secret are accepted
// except the secret "refused". Error codes are those of https://docs.beefree.io (5001 content type, 5002 credentials,
// 5005 uid).

const LOGIN = '/beefree/loginV2'

export async function addBeefree(app: FastifyInstance): Promise<void> {
  await app.register(async scope => {
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
    scope.post<{ Body: unknown }>(LOGIN, async ({ headers, body }, reply) => {
      if (!/^application\/json\b/.test(headers['content-type'] ?? '')) {
        return reply.code(415).send(errorOf(5001, 415, 'Content-Type not allowed'))
      }
      const { client_id: id, client_secret: secret, uid } = (body ?? {}) as Record<string, unknown>
      if (!isText(id) || !isText(secret) || secret === 'refused') {
        return reply.code(401).send(errorOf(5002, 401, 'Invalid credentials'))
      }
      if (!isText(uid) || !/^[\w-]{3,255}$/.test(uid)) return reply.code(400).send(errorOf(5005, 400, 'Invalid uid'))
      return { access_token: `sandbox.${uid}`, v2: true }
    })
  })
  app.get('/beefree/BeePlugin.js', async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8')
    return readFile(join(import.meta.dirname, 'bee-plugin.js'), 'utf8')
  })
}

function errorOf(code: number, status: number, message: string) {
  return { code, message, status_code: status }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
