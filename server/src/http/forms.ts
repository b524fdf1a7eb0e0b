import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'

/**
 * JSON is accepted wherever forms are, and the other way round where no file is involved: a form's fields become the body.
 * Routes that declare `multipart` read their file themselves.
 */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text as string)))
  })
  app.addHook('preValidation', async request => {
    const readsItself = request.routeOptions.config.endpoint?.multipart !== undefined
    if (request.isMultipart() && !readsItself) request.body = await fieldsOf(request)
  })
}

async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') throw new AppError('wrongType', { message: 'This call takes no file.' })
    fields[part.fieldname] = part.value
  }
  return fields
}
