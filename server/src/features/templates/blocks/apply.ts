/** Writes a block's newest version into the templates that contain an earlier one: each gets a new version, or a request for one. */
import { inWords } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { withBlock } from '@notifly/contracts/templates/block-marks'
import { APPLIED_AT_ONCE, type AppliedBlock, applyTemplateBlock } from '@notifly/contracts/templates/blocks'
import type { TemplateContent } from '@notifly/contracts/templates/templates'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError, orNotFound } from '../../../lib/app-error.ts'
import { perform } from '../../approvals/approvals.ts'
import { updateTemplate } from '../commands.ts'
import { selectTemplate } from '../queries.ts'
import { type BlockKey, type BlockUseRow, selectBlock, selectTemplatesBehind } from './queries.ts'

interface Block {
  id: string
  version: number
  mjml: string
}

/** Handles templates one by one, each in its own transaction: one that fails does not stop the others. Throws notFound. */
export async function applyBlock(
  deps: Deps,
  caller: ApplicationCaller,
  blockId: string,
  { after, except }: { after?: string | undefined; except?: string | undefined } = {},
): Promise<AppliedBlock> {
  const key: BlockKey = { applicationId: caller.applicationId, blockId }
  const { kysely } = deps.database
  const found = orNotFound(await selectBlock(kysely, key))
  const { version, mjml } = found
  const behind = await selectTemplatesBehind(kysely, key, { version, after, except, limit: APPLIED_AT_ONCE })
  const templates: AppliedBlock['templates'] = []
  for (const template of behind) {
    templates.push(await applyTo(deps, caller, template, { id: blockId, version, mjml }))
  }
  return { templates, next: behind.length === APPLIED_AT_ONCE ? (behind.at(-1)?.template_id ?? null) : null }
}

async function applyTo(
  deps: Deps,
  caller: ApplicationCaller,
  { template_id: templateId, name }: Pick<BlockUseRow, 'template_id' | 'name'>,
  block: Block,
): Promise<AppliedBlock['templates'][number]> {
  const said = { uuid: templateId, name, version: null, problem: null }
  try {
    const row = await selectTemplate(deps.database.kysely, { applicationId: caller.applicationId, templateId })
    const content = row?.content as TemplateContent | undefined
    if (row === undefined || content?.mjml === undefined) throw new AppError('notFound')
    const next = withBlock(content.mjml, block.id, block.version, block.mjml)
    // The block's marks are not closed: the template's author has changed it by hand.
    if (next === content.mjml) return { ...said, problem: inWords(sentence('templates.blocks.unclosed')) }
    const payload = { template_uuid: templateId, type: 'Email' as const, name: row.name, version: row.version }
    const outcome = await perform(deps, caller, updateTemplate, { ...payload, ...content, mjml: next }, SENT)
    if (outcome.isHeld) return { ...said, approval_uuid: outcome.approvalId }
    return { ...said, version: outcome.result.version }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...said, problem: inWords(error.sentence) }
  }
}

const SENT = { endpoint: applyTemplateBlock.path }
