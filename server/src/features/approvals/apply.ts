/** Runs a stored request: the same command as for a direct write, checked against the present state. */
import { LEVEL } from '@notifly/contracts/roles/activities'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, sentenceOf } from '../../lib/app-error.ts'
import { levelsOf } from '../roles/roles.ts'
import { selectMember } from './approver-queries.ts'
import type { AnyCommand, CommandContext, CommandRegistry } from './command.ts'
import { activityOf, levelOf, runCommand } from './perform.ts'
import { type RequestRow, selectPerson } from './queries.ts'
import { joinSecrets, openRequest } from './secret-fields.ts'

/**
 * Runs the request's command as its maker in this transaction. Throws conflict with the reason if it cannot be applied any more; the
 * caller must then roll back.
 */
export async function applyRequest(deps: Deps, commands: CommandRegistry, db: Db, row: RequestRow): Promise<void> {
  const command = commands.named(row.command)
  const payload = payloadOf(deps, command, row)
  if (payload === null) throw cannotApply(sentence('approvals.cannotApply.version'))
  const context = await contextOf(deps, db, row)
  if (context === null || !(await mayStill(context, command, payload))) {
    throw cannotApply(sentence('approvals.cannotApply.maker'))
  }
  const { organizationId, applicationId } = context.actor
  try {
    await runCommand(context, { organizationId, applicationId, actor: context.actor, origin: null }, command, payload)
  } catch (error) {
    if (error instanceof AppError) throw cannotApply(wordsOf(error), error)
    throw error
  }
}

/** The stored payload with its secrets; null if this version cannot parse it. */
export function payloadOf({ secrets }: Pick<Deps, 'secrets'>, command: AnyCommand, row: RequestRow): unknown {
  const typed = joinSecrets(row.payload, openRequest(row.secrets, secrets, row.approval_id))
  const parsed = command.payload.safeParse(typed)
  return parsed.success ? parsed.data : null
}

/** The context of the request's maker; null if their account was deleted. */
export async function contextOf(deps: Deps, db: Db, row: RequestRow): Promise<CommandContext | null> {
  const person = row.maker_id === null ? undefined : await selectPerson(db, row.maker_id)
  if (person === undefined) return null
  const { account_id: accountId, name, email } = person
  const actor = { accountId, name, email, organizationId: row.organization_id, applicationId: row.application_id }
  return { deps, db, actor, now: deps.clock.now() }
}

/** Nothing is carried out for a maker who has lost the right to ask for it. */
async function mayStill({ db, actor }: CommandContext, command: AnyCommand, payload: unknown): Promise<boolean> {
  const member = await selectMember(db, actor.organizationId, actor.accountId)
  const own = levelsOf(member?.permission_set).get(activityOf(command, payload))
  return (own?.level ?? LEVEL.none) >= levelOf(command, payload)
}

function cannotApply(words: Sentence, cause?: AppError): AppError {
  return new AppError('conflict', {
    ...words,
    ...(cause?.errors === undefined ? {} : { errors: cause.errors }),
    ...(cause?.data === undefined ? {} : { data: cause.data }),
    ...(cause === undefined ? {} : { cause }),
  })
}

function wordsOf({ error, sentence: own, errors }: AppError): Sentence {
  const [first] = errors ?? []
  const isOfKind = own.key === `errors.${error}`
  if (isOfKind && first === undefined && error === 'notFound') return sentence('approvals.cannotApply.gone')
  return sentence('approvals.cannotApply.other', { reason: isOfKind && first !== undefined ? sentenceOf(first) : own })
}
