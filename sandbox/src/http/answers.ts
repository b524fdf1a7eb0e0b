import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

// The shape of every JSON response, the same as the product's.

interface FieldError {
  field: string
  message: string
}

export interface Answer {
  success: boolean
  data?: unknown
  message?: string
  errors?: FieldError[]
}

/** The page of a list. Response headers describe it; a neighbouring page that does not exist has no header. */
export interface Paging {
  total: number
  page: number
  perPage: number
}

export function answer(data: unknown): Answer {
  return { success: true, data }
}

export function refuse(reply: FastifyReply, status: number, message: string, errors?: FieldError[]): FastifyReply {
  const body: Answer = { success: false, message, ...(errors ? { errors } : {}) }
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Responds with 400 and a message for each invalid field. */
export function refuseInvalid(reply: FastifyReply, error: z.ZodError): FastifyReply {
  const errors = error.issues.map(issue => ({ field: fieldOf(issue), message: issue.message }))
  return refuse(reply, 400, 'Some fields are not valid', errors)
}

export function setPagingHeaders(reply: FastifyReply, { total, page, perPage }: Paging): void {
  const pages = Math.ceil(total / perPage)
  reply.header('X-Notifly-Total-Count', total)
  reply.header('X-Notifly-Total-Pages', pages)
  reply.header('X-Notifly-Current-Page', page)
  if (page < pages) reply.header('X-Notifly-Next-Page', page + 1)
  if (page > 1) reply.header('X-Notifly-Previous-Page', page - 1)
}

function fieldOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.')
}
