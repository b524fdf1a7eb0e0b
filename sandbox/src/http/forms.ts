import type { FastifyInstance } from 'fastify'

/** Lets a scope accept form bodies, as an object of strings. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** Lets a scope accept bodies of every type, as bytes. */
export function takeBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** The bytes of a body in such a scope. */
export function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
