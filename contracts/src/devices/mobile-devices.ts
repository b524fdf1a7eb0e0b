/** Phones that get push messages. The application's programs register them, with a key of the application. */
import * as z from 'zod/mini'
import { externalUserId } from '../contacts/programs.ts'
import { endpoint } from '../endpoint.ts'
import { maxCharacters, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

const PATH = '/api/v1/contacts/{external_user_id}/devices'
const params = z.object({ external_user_id: externalUserId })

/** The token that Firebase or Apple gave to the app. */
const token = z
  .string(sentenceKey('fields.required'))
  .check(
    z.regex(/^[\w:.+/=-]+$/, sentenceKey('fields.format')),
    z.minLength(20, sentenceKey('fields.format')),
    z.maxLength(1000, sentenceKey('fields.format')),
  )

export const putDevice = endpoint({
  call: `PUT ${PATH}`,
  summary: 'The contact has the app on this phone; a phone that was another contact’s becomes theirs',
  access: 'key:devices:write',
  params,
  body: z.object({
    platform: z.enum(['ios', 'android'], sentenceKey('fields.platform')),
    token,
    app_version: z.optional(z.string().check(maxCharacters(100))),
  }),
  data: z.object({ device_id: uuid }),
})

export const deleteDevice = endpoint({
  call: `DELETE ${PATH}`,
  summary: 'Nothing is sent to this phone of the contact any more: they have signed out',
  access: 'key:devices:write',
  params,
  /** In the body, since proxies log URLs; in the query for clients that send no body with DELETE. The body takes precedence. */
  query: z.object({ token: z.optional(token) }),
  body: z.object({ token: z.optional(token) }),
})
