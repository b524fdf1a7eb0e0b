/** Saved blocks: pieces of MJML, such as headers and footers, that several templates of an application have. */
import * as z from 'zod/mini'
import { pendingApproval } from '../approvals/holding.ts'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, paging, search, text, uuid } from '../fields.ts'
import { ACTIVITY } from '../roles/activities.ts'
import { said } from '../sentences/said.ts'
import { says } from '../sentences/sentence.ts'
import { Problem, versionNumber } from './templates.ts'

/** Of an application. */
export const BLOCKS_MAX = 200
export const BLOCK_CHARACTERS_MAX = 200_000
/** Templates that one call writes; the next call writes the rest. */
export const APPLIED_AT_ONCE = 50
/** Templates that are named as users of a block. */
export const BLOCK_USES_MAX = 100

const row = {
  uuid,
  name: z.string(),
  version: z.int(),
  updated_on: epochSeconds,
  /** Null when the account is gone. */
  updated_by: z.nullable(z.string()),
  /** How many templates have it. */
  used_in: z.int(),
  /** Where it stands: across the mail, or in a column of it. */
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
      /** Of the block as this template has it; the oldest where it is there several times. */
      block_version: z.int(),
    }),
  ),
  problems: z.array(Problem),
})
export type TemplateBlock = z.infer<typeof TemplateBlock>

const may = (level: 'read' | 'create' | 'update' | 'delete') =>
  ({ activity: ACTIVITY.templateEmail, level, scope: 'application' }) as const

const BLOCKS = '/api/template-blocks'
const singleLine = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, says('fields.onOneLine'))
const blockBody = {
  name: text(100).check(singleLine),
  /** What stands inside `mj-body` or `mj-column`. */
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
    /** The version that was edited; 409 when it is no longer the newest. */
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
  /** What became of each: written as `version`, waiting as a request, or neither, and why. */
  templates: z.array(
    z.object({
      uuid,
      name: z.string(),
      version: z.nullable(z.int()),
      ...pendingApproval,
      problem: z.nullable(z.object(said)),
    }),
  ),
  /** For the next call, where further ones may have an earlier version; null at the end. */
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
    /** `next` of the call before. */
    after: z.optional(uuid),
    /** A template that stays as it is: the one that is open in an editor, and gets the block as its author saves it. */
    except: z.optional(uuid),
  }),
  data: AppliedBlock,
})
