import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../lib/app-error.ts'
import { nested, typed } from './form-values.ts'

const URL_ENCODED = 'application/x-www-form-urlencoded'

/** Limits of any form. A call with more to say sends JSON. */
export const FORM_LIMITS = { fields: 200, nameBytes: 200 } as const

/**
 * Accepts JSON and forms alike, unless a file is involved: a form's fields become the body, with nested values from names such as
 * `users[0][email]`, and numbers and booleans where the body has them. Routes that declare `multipart` read their file themselves.
 */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(URL_ENCODED, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => {
    if (text.split('&', FORM_LIMITS.fields + 1).length > FORM_LIMITS.fields) throw new AppError('tooLarge')
    return nested(new URLSearchParams(text))
  })
  app.addHook('preValidation', async request => {
    const { endpoint } = request.routeOptions.config
    if (endpoint?.multipart !== undefined) return
    if (request.isMultipart()) request.body = nested(await fieldsOf(request))
    const isForm = request.isMultipart() || request.headers['content-type']?.startsWith(URL_ENCODED) === true
    if (isForm && endpoint?.body !== undefined) request.body = typed(endpoint.body, request.body)
  })
}

/** The route's limit applies to the form as a whole while it arrives: a larger one is not kept. */
async function fieldsOf({ raw, routeOptions }: FastifyRequest): Promise<Fields> {
  const maxBytes = routeOptions.bodyLimit
  const form = openForm(raw, maxBytes)
  let sizeBytes = 0
  try {
    // The stream stays open for the answer if reading ends early.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      sizeBytes += (chunk as Buffer).length
      if (sizeBytes > maxBytes) throw new AppError('tooLarge')
      await form.take(chunk as Buffer)
    }
    return await form.end()
  } catch (error) {
    raw.resume()
    throw error
  }
}

/** In the order of the form, with unchanged names. */
type Fields = [string, unknown][]

interface OpenForm {
  /** Rejects as soon as the form cannot be accepted. */
  take(chunk: Buffer): Promise<void>
  end(): Promise<Fields>
}

function openForm({ headers }: IncomingMessage, maxBytes: number): OpenForm {
  const fields: Fields = []
  const { fields: maxFields, nameBytes } = FORM_LIMITS
  const limits = { fields: maxFields, parts: maxFields + 1, fieldNameSize: nameBytes, fieldSize: maxBytes }
  const parser = new Busboy({ headers: headers as BusboyHeaders, limits })
  const { promise: done, resolve, reject } = Promise.withResolvers<Fields>()
  // The caller that feeds the form learns of a failure with the next piece, or at the end.
  let failure: Error | undefined
  const fail = (error: Error): void => {
    failure ??= error
    reject(failure)
  }
  done.catch(() => undefined)
  parser
    .on('field', (name: string, value: string, isNameCut: boolean, _isValueCut: boolean, _encoding, type: string) => {
      if (isNameCut) fail(unreadable())
      else fields.push([name, type === 'application/json' ? readJson(value, fail) : value])
    })
    .on('file', (_name: string, file: { resume(): void }) => {
      file.resume()
      fail(new AppError('wrongType', sentence('errors.noFile')))
    })
    .on('fieldsLimit', () => fail(new AppError('tooLarge')))
    .on('partsLimit', () => fail(new AppError('tooLarge')))
    .on('error', error => fail(error as Error))
    .on('finish', () => resolve(fields))
  return {
    take: async chunk => {
      if (failure !== undefined) throw failure
      if (!parser.write(chunk)) await Promise.race([done, new Promise(drained => parser.once('drain', drained))])
    },
    end: () => {
      parser.end()
      return done
    },
  }
}

function readJson(text: string, fail: (error: Error) => void): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    fail(unreadable())
    return undefined
  }
}

function unreadable(): AppError {
  return new AppError('invalidInput', sentence('errors.form'))
}
