/** Saved blocks: pieces of MJML, such as headers and footers, that several templates of an application share. */
import * as z from 'zod/mini'
import { pendingApproval } from '../approvals/holding.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, paging, search, text, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { said } from '../sentences/said.ts'
import { sentenceKey } from '../sentences/sentence.ts'
import { Problem, versionNumber } from './templates.ts'

/** Per application. */
export const BLOCKS_MAX = 200
export const BLOCK_CHARACTERS_MAX = 200_000
/** The most templates that one call updates; the next call continues. */
export const APPLIED_AT_ONCE = 50
/** The most templates that are named as users of a block. */
export const BLOCK_USES_MAX = 100

const row = {
  uuid,
  name: z.string(),
  version: z.int(),
  updated_on: epochSeconds,
  /** Null if the account was deleted. */
  updated_by: z.nullable(z.string()),
  /** How many templates use it. */
  used_in: z.int(),
  /** Its place: across the email, or in one of its columns. */
  place: z.enum(['row', 'content']),
}

export const TemplateBlockRow = z.object(row)
export type TemplateBlockRow = z.infer<typeof TemplateBlockRow>

export const TemplateBlock = z.object({
  ...row,
  mjml: z.string(),
  /** By name, at most BLOCK_USES_MAX of them. */
  templates: z.array(
    z.object({
      uuid,
      name: z.string(),
      /** Version of the block in this template; the oldest if it is used several times. */
      block_version: z.int(),
    }),
  ),
  problems: z.array(Problem),
})
export type TemplateBlock = z.infer<typeof TemplateBlock>

const may = (level: 'read' | 'create' | 'update' | 'delete') =>
  ({ activity: ACTIVITY.templateEmail, level, scope: 'application' }) as const

const BLOCKS = '/api/template-blocks'
const singleLine = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, sentenceKey('fields.onOneLine'))
const blockBody = {
  name: text(100).check(singleLine),
  /** Content of `mj-body` or `mj-column`. */
  mjml: text(BLOCK_CHARACTERS_MAX),
}

export const listTemplateBlocks = endpoint({
  call: `GET ${BLOCKS}`,
  summary: 'The saved blocks of the application, by name',
  access: may('read'),
  query: z.object({ search, ...paging }),
  data: z.array(TemplateBlockRow),
  paged: true,
})

export const readTemplateBlock = endpoint({
  call: `GET ${BLOCKS}/{uuid}`,
  summary: 'A saved block with its MJML and the templates that have it',
  access: may('read'),
  params: z.object({ uuid }),
  data: TemplateBlock,
})

export const createTemplateBlock = endpoint({
  call: `POST ${BLOCKS}`,
  summary: 'Save a new block; refused when it cannot be compiled, with line and column',
  access: may('create'),
  status: 201,
  body: z.object(blockBody),
  data: TemplateBlock,
})

export const updateTemplateBlock = endpoint({
  call: `PUT ${BLOCKS}/{uuid}`,
  summary:
    'Save the next version of a block, or rename it; templates keep the version that they have until it is applied',
  access: may('update'),
  params: z.object({ uuid }),
  body: z.object({
    ...blockBody,
    /** The version that was edited; 409 if it is no longer the newest. */
    version: z.optional(versionNumber),
  }),
  data: TemplateBlock,
})

export const deleteTemplateBlock = endpoint({
  call: `DELETE ${BLOCKS}/{uuid}`,
  summary: 'Delete a block; templates keep what they have of it',
  access: may('delete'),
  params: z.object({ uuid }),
})

export const AppliedBlock = z.object({
  /** The result of each: stored as `version`, waiting as a request, or neither, with the reason. */
  templates: z.array(
    z.object({
      uuid,
      name: z.string(),
      version: z.nullable(z.int()),
      ...pendingApproval,
      problem: z.nullable(z.object(said)),
    }),
  ),
  /** For the next call, if further templates may have an earlier version; null at the end. */
  next: z.nullable(uuid),
})
export type AppliedBlock = z.infer<typeof AppliedBlock>

export const applyTemplateBlock = endpoint({
  call: `POST ${BLOCKS}/{uuid}/apply`,
  summary:
    'Write the newest version of a block into the templates that have an earlier one, as the next version of each',
  access: may('update'),
  params: z.object({ uuid }),
  body: z.object({
    /** `next` of the previous call. */
    after: z.optional(uuid),
    /** A template that is not updated: it is open in an editor, and gets the block when its author saves it. */
    except: z.optional(uuid),
  }),
  data: AppliedBlock,
})
