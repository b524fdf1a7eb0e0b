import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, lettersAndSpaces, maxCharacters, paging, search, text, uuid } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const STRENGTHS = ['1-50', '51-250', '251-1000', '1000+'] as const
export const ORGANIZATION_LANGUAGES = ['Hindi', 'Bangla', 'Tamil', 'Telegu', 'Malayalam', 'Spanish', 'Korean'] as const

/** A text that is not one of our ids gets the same answer as an unknown id. */
const anyId = z.string()

/** Answers to the second step of onboarding. `preferedApp` is the API's own spelling; its numbers are those of PREFERRED_PLATFORM. */
const firstApplication = {
  appName: z.optional(text(100)),
  preferedApp: z.optional(
    z
      .int(sentenceKey('fields.format'))
      .check(z.minimum(0, sentenceKey('fields.format')), z.maximum(3, sentenceKey('fields.format'))),
  ),
}

const metaObject = z.object({
  strength: z._default(z.enum(STRENGTHS), '1-50'),
  language: z._default(z.enum(ORGANIZATION_LANGUAGES), 'Hindi'),
})

export const Organization = z.object({
  uuid,
  org_id: uuid,
  name: z.string(),
  meta_object: z.object({
    strength: z.enum(STRENGTHS),
    language: z.enum(ORGANIZATION_LANGUAGES),
    /** Whether changes by approvers need a second person as well. */
    two_people: z.boolean(),
  }),
  /** Answers given for the first application; null if there were none. */
  appName: z.nullable(z.string()),
  preferedApp: z.nullable(z.int()),
  /** The caller's role. */
  role: z.object({ uuid, name: z.string() }),
  /** Rights of that role: `[level, approve]` per activity id; an absent one grants nothing. */
  permission_set: z.record(z.string(), z.tuple([z.int(), z.int()])),
  members: z.int(),
  applications: z.int(),
  created_on: epochSeconds,
})
export type Organization = z.infer<typeof Organization>

const organizationBody = z.object({ name: lettersAndSpaces, meta_object: z.optional(metaObject), ...firstApplication })

/** Absent fields stay as they are. */
const organizationChange = z.object({
  name: lettersAndSpaces,
  meta_object: z.optional(
    z.object({
      strength: z.optional(z.enum(STRENGTHS)),
      language: z.optional(z.enum(ORGANIZATION_LANGUAGES)),
      two_people: z.optional(z.boolean()),
    }),
  ),
  ...firstApplication,
})

export const listOrganizations = endpoint({
  call: 'GET /authP/organization',
  summary: "The caller's organizations, or the one given by uuid",
  access: 'user',
  query: z.object({ ...paging, search, uuid: z.optional(anyId) }),
  data: z.array(Organization),
  paged: true,
})

export const createOrganization = endpoint({
  call: 'POST /authP/organization',
  summary: 'Create an organization; the caller becomes its owner',
  access: 'user',
  status: 201,
  body: organizationBody,
  data: z.object({ org_id: uuid }),
})

export const updateOrganization = endpoint({
  call: 'PUT /authP/organization',
  summary: 'Change an organization (Owner and Admin); two-people mode is the Owner’s',
  access: 'user',
  query: z.object({ uuid: anyId }),
  body: organizationChange,
  data: Organization,
})

/** The text that a member has to type to delete an organization or an application. */
export const typedName = {
  name: text(100),
  /** Required if the session is not confirmed. */
  password: z.optional(z.string().check(maxCharacters(200))),
}

export const deleteOrganization = endpoint({
  call: 'DELETE /authP/organization',
  summary: 'Delete an organization (Owner): gone at once, erased after 30 days; 409 names what is running or scheduled',
  access: 'user',
  query: z.object({ uuid: anyId }),
  body: z.object(typedName),
})

/** Why an organization or application cannot be deleted: `data` of the 409. */
export interface DeletionBlockers {
  campaigns: { uuid: string; name: string; application_name: string; status: string }[]
  /** A paid plan that renews. */
  subscription?: { uuid: string; name: string }
}

/** Platforms in the second step of onboarding, as the API numbers them. */
export const PREFERRED_PLATFORM = { email: 0, whatsapp: 1, webpush: 2, sms: 3 } as const
