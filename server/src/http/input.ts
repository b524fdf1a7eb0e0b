import type { FieldFailure } from '@notifly/contracts/errors'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { nextTurn } from '../lib/turns.ts'
import { MAX_DEPTH, parseInTurns } from './json-in-turns.ts'

/** Characters of a body that take a millisecond or more. */
const LARGE = 65_536

/**
 * Runs before validation. A missing body counts as an empty object, so that each missing field is named; text that PostgreSQL cannot store
 * (NUL, half of a surrogate pair) is refused at its field instead of failing at the insert.
 */
export function checkInput(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const parseLarge = async (request: FastifyRequest, text: string): Promise<unknown> => {
    const sender = senderOf(request)
    await nextTurn(sender)
    return parseInTurns(sender, text, piece => {
      let parsed: unknown
      // It calls back at once.
      void parseJson(request, piece, (error, value) => {
        if (error) throw error
        parsed = value
      })
      return parsed
    })
  }
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Clients that always send the content type also send it with calls without a body.
    if (text === '') done(null, undefined)
    else if (text.length < LARGE) void parseJson(request, text, done)
    else parseLarge(request, text).then(value => done(null, value), done)
  })

  app.addHook('preValidation', async request => {
    if (request.body === undefined || request.body === null) request.body = {}
    const parts = [request.params, request.query, request.body]
    if (parts.every(each => isAllStorable(each, 0))) return
    const errors = parts.flatMap(each => unstorableFields(each))
    if (errors.length > 0) throw new AppError('invalidInput', { errors })
  })
}

/** The key of the caller's turn. */
function senderOf({ caller, keyCaller, ip }: FastifyRequest): string {
  return keyCaller?.applicationId ?? caller?.applicationId ?? ip
}

/** The same check as `unstorable`, without the names of fields: almost all input passes. Also false if the input is too deep. */
function isAllStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every(each => isAllStorable(each, depth + 1))
  for (const key in value) {
    if (!isStorable(key) || !isAllStorable((value as Record<string, unknown>)[key], depth + 1)) return false
  }
  return true
}

interface Visit {
  value: unknown
  field: string
  depth: number
}

/** Fields below `at` whose text cannot be stored. Iterative, because the caller chooses the depth of a body. Throws if it is too deep. */
export function unstorableFields(root: unknown, at = ''): FieldFailure[] {
  const errors: FieldFailure[] = []
  const open: Visit[] = [{ value: root, field: at, depth: 0 }]
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, field, depth } = visit
    if (typeof value === 'string' && !isStorable(value)) {
      errors.push({ field, ...sentence('errors.character') })
    }
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    if (depth >= MAX_DEPTH) throw new AppError('invalidInput', sentence('errors.tooDeep'))
    for (const [key, child] of Object.entries(value)) {
      const name = field === '' ? key : `${field}.${key}`
      if (!isStorable(key)) errors.push({ field, ...sentence('errors.characterInName') })
      else open.push({ value: child, field: name, depth: depth + 1 })
    }
  }
  return errors
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
