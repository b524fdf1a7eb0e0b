import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { epochSeconds, lettersAndSpaces, paging, search, uuid } from './fields.ts'

export const STRENGTHS = ['1-50', '51-250', '251-1000', '1000+'] as const
export const ORGANIZATION_LANGUAGES = ['Hindi', 'Bangla', 'Tamil', 'Telegu', 'Malayalam', 'Spanish', 'Korean'] as const

/** Whatever is no id of ours is answered like a foreign one. */
const anyId = z.string()

const metaObject = z.object({
  strength: z._default(z.enum(STRENGTHS), '1-50'),
  language: z._default(z.enum(ORGANIZATION_LANGUAGES), 'Hindi'),
})

export const Organization = z.object({
  uuid,
  org_id: uuid,
  name: z.string(),
  meta_object: metaObject,
  role: z.object({ uuid, name: z.string() }),
  members: z.int(),
  applications: z.int(),
  created_on: epochSeconds,
})
export type Organization = z.infer<typeof Organization>

const organizationBody = z.object({ name: lettersAndSpaces, meta_object: z.optional(metaObject) })

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/authP/organization',
  summary: "The caller's organizations, or the one given by uuid",
  access: 'user',
  query: z.object({ ...paging, search, uuid: z.optional(anyId) }),
  data: z.array(Organization),
  paged: true,
})

export const createOrganization = endpoint({
  method: 'POST',
  path: '/authP/organization',
  summary: 'Create an organization; the caller becomes its owner',
  access: 'user',
  status: 201,
  body: organizationBody,
  data: z.object({ org_id: uuid }),
})

export const updateOrganization = endpoint({
  method: 'PUT',
  path: '/authP/organization',
  summary: 'Change an organization (Owner and Admin)',
  access: 'user',
  query: z.object({ uuid: anyId }),
  body: organizationBody,
  data: Organization,
})

/** Platforms of onboarding's second step, as the wire numbers them. */
export const PREFERRED_PLATFORM = { email: 0, whatsapp: 1, webpush: 2, sms: 3 } as const
