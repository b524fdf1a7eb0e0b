import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** Notices about requests, for the person concerned. */
export const Notice = z.object({
  uuid,
  /** `asked`: an approver should decide. The others tell the maker how their request ended. */
  kind: z.enum(['asked', 'approved', 'rejected', 'withdrawn']),
  approval_uuid: uuid,
  application_uuid: uuid,
  activity_id: z.int(),
  /** Name of the command, as in the request. */
  command: z.string(),
  title: z.string(),
  /** Who acted; null for the deadline. */
  by: z.nullable(z.string()),
  is_read: z.boolean(),
  created_on: epochSeconds,
})
export type Notice = z.infer<typeof Notice>

export const readNotices = endpoint({
  call: 'GET /api/notices',
  summary: 'How many requests wait for the caller, and the latest news about requests in this application',
  access: 'application',
  data: z.object({
    /** Open requests that the caller may decide. */
    waiting: z.int(),
    unread: z.int(),
    /** Newest first, at most 50. */
    notices: z.array(Notice),
  }),
})

export const markNoticesRead = endpoint({
  call: 'POST /api/notices/read',
  summary: 'Mark notices of the caller as read: those named, or all of this application',
  access: 'application',
  body: z.object({ uuids: z.optional(z.array(uuid).check(z.maxLength(100, sentenceKey('fields.atOnce')))) }),
})
