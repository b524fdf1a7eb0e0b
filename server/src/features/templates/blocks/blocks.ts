/** Saved blocks: parts that several templates share. A template contains a copy of the MJML, so that it never changes by itself. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import {
  BLOCK_USES_MAX,
  BLOCKS_MAX,
  type TemplateBlock,
  type TemplateBlockRow,
} from '@notifly/contracts/templates/blocks'
import { hasBlockMarks } from '@notifly/contracts/templates/block-marks'
import { isTaken } from '../../../db/failures.ts'
import { limitedWrite } from '../../../db/fair-places.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import type { Page } from '../../../http/route.ts'
import { AppError, invalidField, orNotFound } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { shortWork } from '../../../lib/work-pool/pools.ts'
import { knownFields } from '../../../people/fields/fields.ts'
import { type AuditEntry, byCaller, recordAudit } from '../../audit/audit.ts'
import { assertContentRoom } from '../../quotas/quotas.ts'
import { type PartProblem, presentProblems } from '../check-parts.ts'
import { COSTLY_PROBLEM, MJML_WORK, assertNoErrors, unlessCostly } from '../templates.ts'
import * as queries from './queries.ts'

type BlockDeps = Pick<Deps, 'config' | 'database' | 'clock'>

interface TypedBlock {
  name: string
  mjml: string
}

export async function listBlocks(
  db: Db,
  filter: Parameters<typeof queries.selectBlocks>[1],
): Promise<Page<TemplateBlockRow>> {
  const { rows, total } = await queries.selectBlocks(db, filter)
  return { rows: rows.map(presentRow), total }
}

/** Throws notFound. */
export async function readBlock(deps: BlockDeps, key: queries.BlockKey): Promise<TemplateBlock> {
  const db = deps.database.kysely
  const row = orNotFound(await queries.selectBlock(db, key))
  return present(db, key, row, await problemsOf(deps, key.applicationId, row.mjml))
}

/** Throws at `name` if it is in use, at the place in `mjml` that cannot be compiled, and conflict above the maximum number of blocks. */
export async function createBlock(
  deps: BlockDeps,
  caller: ApplicationCaller,
  typed: TypedBlock,
): Promise<TemplateBlock> {
  const { applicationId, accountId } = caller
  const problems = await demandBlock(deps, applicationId, typed.mjml)
  const key = { applicationId, blockId: uuidv7() }
  const now = deps.clock.now()
  return limitedWrite(deps.database.kysely, applicationId, async tx => {
    if ((await queries.lockBlocks(tx, applicationId)) >= BLOCKS_MAX) {
      throw new AppError('conflict', sentence('templates.blocks.full', { count: BLOCKS_MAX }))
    }
    await assertContentRoom({ deps, db: tx, actor: caller }, typed)
    await named(() => queries.insertBlock(tx, key, { ...typed, version: 1 }, { by: accountId, now }))
    await record(tx, caller, { action: 'template-block.create', id: key.blockId, before: null, after: typed }, now)
    return changed(tx, key, problems)
  })
}

/** The same for its next version, or a new name for the current one. Throws notFound, and conflict if `edited` is no longer the newest. */
export async function updateBlock(
  deps: BlockDeps,
  caller: ApplicationCaller,
  blockId: string,
  { version: edited, ...typed }: TypedBlock & { version?: number | undefined },
): Promise<TemplateBlock> {
  const { applicationId, accountId } = caller
  const problems = await demandBlock(deps, applicationId, typed.mjml)
  const key = { applicationId, blockId }
  const now = deps.clock.now()
  return limitedWrite(deps.database.kysely, applicationId, async tx => {
    await queries.lockBlocks(tx, applicationId)
    const found = orNotFound(await queries.selectBlock(tx, key))
    const { name, mjml, version } = found
    if (edited !== undefined && edited !== version) {
      throw new AppError('conflict', { ...sentence('templates.savedMeanwhile', { version }), data: { version } })
    }
    await assertContentRoom({ deps, db: tx, actor: caller }, typed, { name, mjml })
    // A new name changes no mail.
    const next = { ...typed, version: typed.mjml === mjml ? version : version + 1 }
    await named(() => queries.updateBlockRow(tx, key, next, { by: accountId, now }))
    const values = { before: { name, mjml }, after: typed }
    await record(tx, caller, { action: 'template-block.update', id: blockId, ...values }, now)
    return changed(tx, key, problems)
  })
}

/** Throws notFound. */
export async function deleteBlock(deps: BlockDeps, caller: ApplicationCaller, blockId: string): Promise<void> {
  const key = { applicationId: caller.applicationId, blockId }
  await limitedWrite(deps.database.kysely, caller.applicationId, async tx => {
    await queries.lockBlocks(tx, caller.applicationId)
    const found = orNotFound(await queries.selectBlock(tx, key))
    await queries.deleteBlockRow(tx, key)
    const before = { name: found.name, mjml: found.mjml }
    await record(tx, caller, { action: 'template-block.delete', id: blockId, before, after: null }, deps.clock.now())
  })
}

async function changed(tx: Db, key: queries.BlockKey, problems: readonly PartProblem[]): Promise<TemplateBlock> {
  const row = orNotFound(await queries.selectBlock(tx, key))
  return present(tx, key, row, problems)
}

/** Throws invalidInput if it cannot be compiled as a part of a mail. */
async function demandBlock(deps: BlockDeps, applicationId: string, mjml: string): Promise<PartProblem[]> {
  if (hasBlockMarks(mjml)) throw invalidField('mjml', sentence('templates.blocks.inBlock'))
  const problems = await problemsOf(deps, applicationId, mjml)
  assertNoErrors(problems)
  return problems
}

async function problemsOf(
  { config, database }: BlockDeps,
  applicationId: string,
  mjml: string,
): Promise<PartProblem[]> {
  const fields = await knownFields(database.kysely, applicationId)
  const { publicUrl } = config
  const checking = shortWork.run(MJML_WORK.checkBlock, applicationId, { mjml, fields, publicUrl })
  return unlessCostly(checking, [{ ...COSTLY_PROBLEM, part: 'mjml' as const }])
}

/** Runs a write whose name may turn out to be in use. */
async function named(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isTaken(error, 'template_block_name')) throw error
    throw invalidField('name', sentence('templates.blocks.nameTaken'))
  }
}

interface Written extends Pick<AuditEntry, 'action'> {
  id: string
  before: TypedBlock | null
  after: TypedBlock | null
}

function record(tx: Db, caller: ApplicationCaller, { id, ...written }: Written, now: Date): Promise<void> {
  const name = written.after?.name ?? written.before?.name ?? ''
  const values = { before: shown(written.before), after: shown(written.after) }
  const object = { type: 'template-block', id, name }
  return recordAudit(tx, { ...byCaller(caller), action: written.action, ...values, object }, now)
}

function shown(block: TypedBlock | null): Record<string, unknown> | null {
  return block && { name: block.name, mjml: block.mjml }
}

async function present(
  db: Db,
  key: queries.BlockKey,
  row: queries.BlockRow & { mjml: string },
  problems: readonly PartProblem[],
): Promise<TemplateBlock> {
  const uses = await queries.selectBlockUses(db, key, BLOCK_USES_MAX)
  return {
    ...presentRow(row),
    mjml: row.mjml,
    templates: uses.map(({ template_id, name, block_version }) => ({ uuid: template_id, name, block_version })),
    problems: presentProblems(problems),
  }
}

function presentRow({
  block_id,
  name,
  version,
  updated_at,
  updated_by,
  used_in,
  place,
}: queries.BlockRow): TemplateBlockRow {
  return { uuid: block_id, name, version, updated_on: epochSeconds(updated_at), updated_by, used_in, place }
}
