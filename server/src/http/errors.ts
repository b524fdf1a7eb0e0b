import type { Answer } from '@notifly/contracts/answer'
import { ERRORS, type ErrorName, type FieldError, type FieldFailure } from '@notifly/contracts/errors'
import { inWords } from '@notifly/contracts/sentences/english'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseUnreachable, isDiskFull } from '../db/failures.ts'
import { AppError } from '../lib/app-error.ts'
import { docUrlOf } from './doc-url.ts'

/** The one place where failures become HTTP answers. Unknown errors are logged with their context and never shown. */
export function handleError(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const expected = error instanceof AppError ? error : (frameworkError(error) ?? fromInstallation(error, request))
  if (expected === null && hasLeft(error, request)) {
    request.log.info({ route: request.routeOptions.url }, 'the caller left before the answer was complete')
    return send(reply, new AppError('unavailable'))
  }
  if (expected === null) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected error')
    return send(reply, new AppError('internal'))
  }
  return send(reply, expected)
}

/** Whether the connection closed under the answer: the visitor left while it was being compressed. */
function hasLeft(error: Error, request: FastifyRequest): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE' && request.socket.destroyed
}

export function handleNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(reply, new AppError('notFound'))
}

function send(reply: FastifyReply, error: AppError): FastifyReply {
  const kind: { status: number; code?: number } = ERRORS[error.error]
  if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', Math.ceil(error.retryAfterSeconds))
  const body: Answer = {
    success: false,
    ...inWords(error.sentence),
    ...(kind.code === undefined ? {} : { error_code: kind.code }),
    ...(error.errors === undefined ? {} : { errors: fieldErrors(error.errors) }),
    ...(error.data === undefined ? {} : { data: error.data }),
    doc_url: docUrlOf(reply.server.publicUrl, error.sentence.key),
  }
  if (error.error === 'tooLarge') {
    const bytes = declaredBytes(reply)
    if (bytes <= SWALLOWED_BYTES) reply.removeHeader('Connection')
    // body-limits.ts ends a body of undeclared length a little above its limit.
    else if (bytes !== Infinity) reply.header('Connection', 'close')
  }
  // Headers that the answer of a file had set before it failed.
  for (const header of ['Content-Encoding', 'Content-Disposition']) reply.removeHeader(header)
  // Bypasses the route's reply schema, which describes success only.
  return reply
    .status(kind.status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** No form has more fields; the response to a list of 10,000 wrong values must be smaller than the request. */
const FIELD_ERRORS_MAX = 100
/** For one item of a batch, which may have a thousand. */
export const FIELD_ERRORS_EACH = 10
const FIELD_NAME_MAX = 200

/** Returns refused fields for a response, at most `most`. */
export function fieldErrors(errors: readonly FieldFailure[], most = FIELD_ERRORS_MAX): FieldError[] {
  return errors.slice(0, most).map(({ field, key, values, ...place }) => ({
    field: field.slice(0, FIELD_NAME_MAX),
    key,
    ...inWords({ key, ...(values && { values }) }),
    ...place,
  }))
}

/**
 * A client that is still sending when the connection closes gets an error and never reads why. A body that is a little too large is
 * therefore read and discarded, which Node does itself on a connection that stays open.
 */
const SWALLOWED_BYTES = 100 * 1_048_576

function declaredBytes({ request }: FastifyReply): number {
  return Number(request.headers['content-length'] ?? Infinity)
}

const FRAMEWORK_ERRORS: Record<string, ErrorName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_REQ_FILE_TOO_LARGE: 'tooLarge',
  FST_FILES_LIMIT: 'tooLarge',
  FST_PARTS_LIMIT: 'tooLarge',
  FST_FIELDS_LIMIT: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrongType',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'wrongType',
  FST_UNDER_PRESSURE: 'unavailable',
}

/** Messages of the multipart parser for malformed bodies; it gives them neither code nor status. */
const BROKEN_FORM = /^(Multipart: |Unexpected end of |Part terminated early|Malformed |Missing Content-Type)/

function frameworkError(error: FastifyError | Error): AppError | null {
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A path that no schema accepts names nothing.
    if (error.validationContext === 'params') return new AppError('notFound')
    return new AppError('invalidInput', { errors: error.validation.map(fieldFailure) })
  }
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code]
  if (known !== undefined) return new AppError(known)
  if (BROKEN_FORM.test(error.message)) return new AppError('invalidInput', sentence('errors.form'))
  // Everything else that the framework blames on the request: malformed JSON, a bad Content-Length, a malformed path.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalidInput', sentence('errors.request', { detail: error.message }))
  }
  return null
}

/** What the installation lacks at the moment: the caller may try again. */
function fromInstallation(error: Error, request: FastifyRequest): AppError | null {
  if (isDiskFull(error)) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'a disk is full')
    return new AppError('unavailable', { ...sentence('errors.diskFull'), retryAfterSeconds: 60 })
  }
  if (!isDatabaseUnreachable(error)) return null
  request.log.warn({ err: error, route: request.routeOptions.url }, 'the database is away')
  return new AppError('unavailable', { retryAfterSeconds: 2 })
}

function fieldFailure({ instancePath, message = '', params }: FastifySchemaValidationError): FieldFailure {
  const path = instancePath.split('/').slice(1)
  return { field: path.join('.') || 'body', ...sentenceOfIssue({ ...params, message, path }) }
}
