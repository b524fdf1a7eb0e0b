/** Requests as the API returns them. */
import type { ActivityId } from '@notifly/contracts/roles/activities'
import { type Approval, APPROVAL_STATUS, MODULE_NAMES } from '@notifly/contracts/approvals/approvals'
import { inWords } from '@notifly/contracts/sentences/english'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import type { Page } from '../../http/route.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { readWords } from '../../lib/stored-words.ts'
import { contextOf, payloadOf } from './apply.ts'
import type { CommandFile, CommandRegistry, Values } from './command.ts'
import { type ListedRequest, selectRequests, shorten } from './list-queries.ts'
import { type RequestRow, selectRequest } from './queries.ts'
import { mayDecide, maySee, type Viewer, viewerOf } from './viewer.ts'

interface ListQuery {
  page: number
  per_page: number
  status?: number | undefined
  uuid?: string | undefined
  description?: string | undefined
  activity_id?: number | undefined
  mine?: '0' | '1' | undefined
}

/**
 * One page of the requests that the caller may see, newest first. A request that is asked for by id comes whole, with the object's saved
 * values.
 */
export async function listRequests(
  deps: Deps,
  commands: CommandRegistry,
  caller: ApplicationCaller,
  query: ListQuery,
): Promise<Page<Approval>> {
  const { kysely } = deps.database
  const viewer = await viewerOf(kysely, caller)
  const filter = {
    approvalId: query.uuid?.toLowerCase(),
    status: query.status,
    description: query.description,
    activity: query.activity_id,
    isMine: query.mine === '1',
  }
  const { rows, total } = await selectRequests(kysely, viewer, filter, { page: query.page, perPage: query.per_page })
  if (query.uuid === undefined) return { rows: rows.map(row => presentShort(row, viewer)), total }
  const whole = rows.map(async row => ({ ...present(row, viewer), original: await originalOf(deps, commands, row) }))
  return { rows: await Promise.all(whole), total }
}

/** One request, whole. Throws notFound if the caller may not see it. */
export async function readRequest(
  deps: Deps,
  commands: CommandRegistry,
  caller: ApplicationCaller,
  approvalId: string,
): Promise<Approval> {
  const { rows } = await listRequests(deps, commands, caller, { page: 1, per_page: 1, uuid: approvalId })
  return orNotFound(rows[0])
}

/** The file that a request is about. Throws notFound if it has none, or if the file was deleted. */
export async function requestFile(
  deps: Deps,
  commands: CommandRegistry,
  caller: ApplicationCaller,
  approvalId: string,
): Promise<CommandFile> {
  const { kysely } = deps.database
  const key = { applicationId: caller.applicationId, approvalId: approvalId.toLowerCase() }
  const row = await selectRequest(kysely, key)
  if (row === undefined || !maySee(await viewerOf(kysely, caller), row)) throw new AppError('notFound')
  const command = commands.named(row.command)
  const payload = payloadOf(deps, command, row)
  const file = payload === null ? null : await command.file?.({ deps }, caller.applicationId, payload)
  if (file === undefined || file === null) throw new AppError('notFound')
  return file
}

/** The saved values of the object; null if it does not exist. */
async function originalOf(deps: Deps, commands: CommandRegistry, row: RequestRow): Promise<Values | null> {
  const command = commands.named(row.command)
  const payload = payloadOf(deps, command, row)
  const context = await contextOf(deps, deps.database.kysely, row)
  return payload === null || context === null ? null : command.before(context, payload)
}

function presentShort(row: ListedRequest, viewer: Viewer): Approval {
  const { value, isShortened } = shorten(present(row, viewer))
  return { ...value, is_shortened: isShortened }
}

function present(row: ListedRequest, viewer: Viewer): Approval {
  const payload = row.payload as Values
  const isOwn = row.maker_id === viewer.accountId
  const isPending = row.status === APPROVAL_STATUS.pending
  return {
    uuid: row.approval_id,
    activity_id: row.activity,
    module: MODULE_NAMES[row.activity as ActivityId] ?? '',
    command: row.command as Approval['command'],
    title: row.title,
    object_uuid: objectUuid(row),
    status: row.status,
    maker: personOf(row.maker_id, row.maker),
    approver: row.status === APPROVAL_STATUS.withdrawn ? null : personOf(row.approver_id, row.approver),
    decided_by: row.decided_by as Approval['decided_by'],
    ...descriptionOf(row),
    group: row.role_group === 2 ? 2 : 1,
    payload: { endpoint: row.endpoint, ...payload },
    before: row.before as Approval['before'],
    is_shortened: false,
    reopens: row.reopens,
    reopened_by: row.reopened_by,
    file_name: typeof payload['file_name'] === 'string' ? payload['file_name'] : null,
    created_on: epochSeconds(row.created_at),
    due_on: epochSeconds(row.due_at),
    decided_on: row.decided_at === null ? null : epochSeconds(row.decided_at),
    can_decide: mayDecide(viewer, row),
    can_withdraw: isOwn && isPending,
    can_reopen: isOwn && row.status === APPROVAL_STATUS.rejected && row.reopened_by === null,
  }
}

/** A person's own words, or the sentence that the deadline stored. */
function descriptionOf({ description, decided_by }: ListedRequest) {
  const words = description !== null && decided_by === 'sla' ? readWords(description) : description
  return {
    description: words === null ? null : inWords(words).message,
    description_sentence: typeof words === 'object' ? words : null,
  }
}

/** Objects that exist once per application have a word instead of an id. */
function objectUuid({ object_id: id }: ListedRequest): string | null {
  return id !== null && /^[0-9a-f-]{36}$/.test(id) ? id : null
}

function personOf(uuid: string | null, name: string | null): Approval['approver'] {
  return uuid === null ? null : { uuid, name: name ?? '' }
}
