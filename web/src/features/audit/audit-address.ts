/** The filters of the audit trail, as its address holds them. */
import * as z from 'zod/mini'
import { listFields } from '../../components/lists/list-state.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

export const auditState = z.object({
  ...listFields,
  /** A person, or the product itself. */
  actor: z._default(z.string(), ''),
  action: z._default(z.string(), ''),
  /** A kind of object, or one of them. */
  object: z._default(z.string(), ''),
  /** `application`: what happened in this application only. */
  scope: z._default(z.enum(['', 'application']), ''),
  from: z.optional(day),
  to: z.optional(day),
})
export type AuditState = z.infer<typeof auditState>
export type ChangeAudit = (change: Partial<AuditState>, options?: { replace?: boolean }) => void

export const NO_FILTER: Partial<AuditState> = {
  search: '',
  actor: '',
  action: '',
  object: '',
  scope: '',
  from: undefined,
  to: undefined,
  page: 1,
}

export function isFiltered(state: AuditState): boolean {
  const { search, actor, action, object, scope, from } = state
  return [search, actor, action, object, scope].some(each => each !== '') || from !== undefined
}

/** What the server is asked for; the page comes beside it. */
export function filterOf({ page: _, scope, ...filter }: AuditState, slug: string) {
  return { ...filter, application_uuid: scope === 'application' ? slug : undefined } as Record<
    string,
    string | undefined
  >
}
