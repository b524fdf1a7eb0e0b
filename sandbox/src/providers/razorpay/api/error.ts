import type { FastifyError, FastifyReply } from 'fastify'
import { z } from 'zod'

// Errors in Razorpay's format.

const NOT_AVAILABLE = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} }

interface Details {
  status?: number
  code?: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
  field?: string
}

/** Thrown by a call that is refused. */
export class RazorpayError extends Error {
  readonly details: Details

  constructor(description: string, details: Details = {}) {
    super(description)
    this.details = details
  }
}

export const UNKNOWN_URL = new RazorpayError('The requested URL was not found on the server.')
export const UNKNOWN_ID = new RazorpayError('The id provided does not exist')
export const WRONG_KEY = new RazorpayError('Authentication failed', { status: 401 })
export const TOO_MANY = new RazorpayError('Request failed. Please try after sometime.', { status: 429 })
export const BROKEN = new RazorpayError('We are facing some trouble completing your request at the moment.', {
  status: 500,
  code: 'SERVER_ERROR',
})

export function errorBody({ message, details: { code = 'BAD_REQUEST_ERROR', field } }: RazorpayError) {
  return { error: { code, description: message, ...NOT_AVAILABLE, ...(field !== undefined && { field }) } }
}

export function failWith(reply: FastifyReply, error: RazorpayError): FastifyReply {
  return reply.code(error.details.status ?? 400).send(errorBody(error))
}

/** The error as Razorpay would report it; undefined for an error of our own. */
export function asRefusal(error: FastifyError | z.ZodError | RazorpayError): RazorpayError | undefined {
  if (error instanceof RazorpayError) return error
  if (error instanceof z.ZodError) return ofSchema(error.issues[0])
  const { statusCode = 500, message } = error
  return statusCode < 500 ? new RazorpayError(message, { status: statusCode }) : undefined
}

function ofSchema(issue: z.core.$ZodIssue | undefined): RazorpayError {
  if (issue?.code === 'unrecognized_keys') {
    return new RazorpayError(`${issue.keys.join(', ')} is/are not required and should not be sent`)
  }
  const field = issue?.path.join('.') ?? ''
  const words = field.replaceAll(/[._]/g, ' ')
  const isMissing = issue?.message.endsWith('received undefined') === true
  if (isMissing) return new RazorpayError(`The ${words} field is required.`, { field })
  const isOurs = issue?.code === 'custom'
  return new RazorpayError(isOurs ? issue.message : `The ${words} is invalid.`, { field })
}
