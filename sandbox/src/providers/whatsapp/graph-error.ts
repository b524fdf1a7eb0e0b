import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

// Errors in the Graph API's format.

export interface GraphFailure {
  status: number
  code: number
  title: string
  details?: string
  subcode?: number
}

export const FAILURES = {
  token: { status: 401, code: 190, title: 'Error validating access token: the session has expired.' },
  permission: { status: 403, code: 10, title: 'Application does not have permission for this action' },
  missingObject: {
    status: 400,
    code: 100,
    subcode: 33,
    title: 'Unsupported request. Object does not exist, or cannot be loaded due to missing permissions.',
  },
  parameter: { status: 400, code: 100, title: 'Invalid parameter' },
  passing: { status: 500, code: 131000, title: 'Something went wrong' },
  throughput: { status: 429, code: 130429, title: 'Rate limit hit' },
  pair: { status: 400, code: 131056, title: '(Business Account, Consumer Account) pair rate limit hit' },
  undeliverable: { status: 400, code: 131026, title: 'Message undeliverable' },
  missingParameter: { status: 400, code: 131008, title: 'Required parameter is missing' },
  badParameter: { status: 400, code: 131009, title: 'Parameter value is not valid' },
  unsupported: { status: 400, code: 131051, title: 'Unsupported message type' },
  closedSession: { status: 400, code: 131047, title: 'Re-engagement message' },
  count: { status: 400, code: 132000, title: 'Number of parameters does not match the expected number of params' },
  noTemplate: { status: 404, code: 132001, title: 'Template name does not exist in the translation' },
  format: { status: 400, code: 132012, title: 'Parameter format does not match format in the created template' },
  paused: { status: 400, code: 132015, title: 'Template is paused' },
  disabled: { status: 400, code: 132016, title: 'Template is disabled' },
  media: { status: 400, code: 131053, title: 'Media upload error' },
} as const satisfies Record<string, GraphFailure>

/** The error in a response or in a report. */
export function failureJson({ code, title, details, subcode }: GraphFailure) {
  return {
    message: `(#${code}) ${title}`,
    type: 'OAuthException',
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
    fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
  }
}

export function failWith(reply: FastifyReply, failure: GraphFailure): FastifyReply {
  return reply.code(failure.status).send({ error: failureJson(failure) })
}
