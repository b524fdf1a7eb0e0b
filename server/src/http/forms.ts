import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { nested, typed } from './form-values.ts'

const URL_ENCODED = 'application/x-www-form-urlencoded'

/**
 * JSON is accepted wherever forms are, and the other way round where no file is involved: a form's fields become the body,
 * with names such as `users[0][email]` as its inner values, and texts as the numbers and booleans that the body has there.
 * Routes that declare `multipart` read their file themselves.
 */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(URL_ENCODED, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    nested(new URLSearchParams(text)),
  )
  app.addHook('preValidation', async request => {
    const { endpoint } = request.routeOptions.config
    if (endpoint?.multipart !== undefined) return
    if (request.isMultipart()) request.body = nested(await fieldsOf(request))
    const isForm = request.isMultipart() || request.headers['content-type']?.startsWith(URL_ENCODED) === true
    if (isForm && endpoint?.body !== undefined) request.body = typed(endpoint.body, request.body)
  })
}

async function fieldsOf(request: FastifyRequest): Promise<[string, unknown][]> {
  const fields: [string, unknown][] = []
  for await (const part of request.parts()) {
    if (part.type === 'file') throw new AppError('wrongType', { message: 'This call takes no file.' })
    fields.push([part.fieldname, part.value])
  }
  return fields
}
