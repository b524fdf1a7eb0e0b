/** Search over an application's objects: returns a few results of each kind for a part of a name. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { CAMPAIGN_STATUSES } from '../campaigns/campaigns.ts'
import { endpoint } from '../endpoint.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { maxCharacters, uuid } from '../fields.ts'

/** Results of each kind. */
export const FOUND_MAX = 5
const QUERY_LENGTH_MAX = 100

export const Found = z.object({
  contacts: z.array(
    z.object({
      uuid,
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
      phone_number: z.nullable(z.string()),
    }),
  ),
  campaigns: z.array(
    z.object({ uuid, name: z.string(), platform: z.enum(CHANNELS), status: z.enum(CAMPAIGN_STATUSES) }),
  ),
  segments: z.array(z.object({ uuid, name: z.string() })),
  templates: z.array(
    z.object({ uuid, name: z.string(), type: z.enum(['Email', 'SMS', 'Whatsapp', 'Webpush', 'Mobilepush']) }),
  ),
  forms: z.array(z.object({ uuid, name: z.string() })),
  /** The search reached its time limit: there may be more. */
  is_partial: z.boolean(),
})
export type Found = z.infer<typeof Found>

export const searchAll = endpoint({
  call: 'GET /api/search',
  summary:
    'Contacts, campaigns, segments, templates and sign-up forms that have a text in their name, of the kinds that the role may read',
  access: 'application',
  query: z.object({
    q: z.string().check(z.trim(), z.minLength(1, sentenceKey('fields.required')), maxCharacters(QUERY_LENGTH_MAX)),
  }),
  data: Found,
})
