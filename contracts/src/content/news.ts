/**
 * Whether the changelog, in the language of a person's account, has a new entry for them. Every page asks, so this is a file of its own.
 */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const readChangelogNews = endpoint({
  call: 'GET /api/changelogs/unread',
  summary: 'Whether the changelog has an entry that the caller has not seen',
  access: 'user',
  data: z.object({ unread: z.boolean() }),
})

export const markChangelogRead = endpoint({
  call: 'PUT /api/changelogs/read',
  summary: 'The caller has seen the changelog as it is now',
  access: 'user',
})
