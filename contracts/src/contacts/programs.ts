/** Calls by which programs manage contacts, under the owner's own ids, with a key of the application. */
import * as z from 'zod/mini'
import { CHANNELS } from '../applications/applications.ts'
import { CONSENT_STATUSES, ContactConsent } from '../consent/consent.ts'
import { endpoint } from '../endpoint.ts'
import { text, uuid } from '../fields.ts'
import { fieldErrorData, said } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { Contact } from './audience.ts'
import { contactFields } from './contacts.ts'

const PATH = '/api/v1/contacts'
const ONE = `${PATH}/{external_user_id}` as const

/** The owner's own id of the person. */
export const externalUserId = z
  .string(sentenceKey('fields.required'))
  .check(z.trim(), z.minLength(1, sentenceKey('fields.required')), z.maxLength(255, sentenceKey('fields.format')))
const params = z.object({ external_user_id: externalUserId })

const { external_user_id: _, ...fields } = contactFields

export const putContact = endpoint({
  call: `PUT ${ONE}`,
  summary: 'Add a contact, or change the fields that are given; null takes a value away',
  access: 'key:contacts:write',
  params,
  body: z.object(fields),
  data: z.object({ ...Contact.shape, created: z.boolean() }),
})

export const readContactByExternalId = endpoint({
  call: `GET ${ONE}`,
  summary: 'One contact with channels, segments and merge fields',
  access: 'key:contacts:read',
  params,
  data: Contact,
})

export const eraseContactByExternalId = endpoint({
  call: `DELETE ${ONE}`,
  summary: 'Erase a person: the contact and everything personal in what was sent to it; counts stay',
  access: 'key:contacts:write',
  params,
})

const status = z.enum(CONSENT_STATUSES)
/** More topics than an application can have. */
const TOPICS_MAX = 100

export const changeConsent = endpoint({
  call: `PATCH ${ONE}`,
  summary: 'What the person told you they want to get, on whole channels and of topics of email',
  access: 'key:contacts:write',
  params,
  body: z.object({
    channels: z.optional(z.partialRecord(z.enum(CHANNELS), status)),
    /** By the topic's uuid. */
    topics: z.optional(
      z
        .record(uuid, status)
        .check(z.refine(topics => Object.keys(topics).length <= TOPICS_MAX, sentenceKey('contacts.topics'))),
    ),
    /** How they told you; stored in the contact's history. */
    reason: z.optional(text(500)),
  }),
  data: z.pick(ContactConsent, { channels: true, topics: true }),
})

export const BATCH_MAX = 1000

export const BatchResult = z.object({
  external_user_id: z.string(),
  result: z.enum(['created', 'updated', 'refused']),
  /** Null if it was refused. */
  uuid: z.nullable(uuid),
  /** The reason, and the fields at fault. */
  error: z.optional(z.object({ ...said, errors: z.optional(z.array(fieldErrorData)) })),
})
export type BatchResult = z.infer<typeof BatchResult>

export const putContacts = endpoint({
  call: `POST ${PATH}/batch`,
  summary: `Add or change up to ${BATCH_MAX} contacts, each by itself: one that is refused keeps none of the others back`,
  access: 'key:contacts:write',
  bodyLimitBytes: 4_194_304,
  body: z.object({
    contacts: z
      .array(z.object({ external_user_id: externalUserId, ...fields }))
      .check(z.minLength(1, sentenceKey('fields.required')), z.maxLength(BATCH_MAX, sentenceKey('contacts.batch'))),
  }),
  /** In the order of the request. */
  data: z.array(BatchResult),
})
