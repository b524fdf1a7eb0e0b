import { AUDIT_ACTIONS, listAuditActors } from '@notifly/contracts/audit/audit'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../api/queries.ts'
import { DaysFilter } from '../../components/display/DaysFilter.tsx'
import { dayFields, listFields } from '../../components/lists/list-state.ts'
import { FoldingToolbar } from '../../components/lists/FoldingToolbar.tsx'
import { ListSearch } from '../../components/lists/ListSearch.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { useEntryWords } from './use-entry-words.ts'

/** The filters of the audit trail, as its address holds them. */

export const auditState = z.object({
  ...listFields,
  /** A person, or the product itself. */
  actor: z._default(z.string(), ''),
  action: z._default(z.string(), ''),
  /** A kind of object, or one of them. */
  object: z._default(z.string(), ''),
  /** Of this application, unless what happened in the whole organization is wanted. */
  scope: z._default(z.enum(['', 'organization']), ''),
  ...dayFields,
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

/** What the server is asked for; page and scope come beside it. */
export function filterOf({ page: _page, scope: _scope, ...filter }: AuditState): Record<string, string | undefined> {
  return filter
}

export interface AuditFiltersProps {
  state: AuditState
  change: ChangeAudit
}

/** Acts are named after what they are done to, but for these. */
const OBJECT_OF: Readonly<Record<string, string>> = {
  session: 'account',
  member: 'account',
  invite: 'invitation',
  site: 'channel',
  consent: 'contact',
}

/** What acts are done to, as entries name it. */
export const KINDS: readonly string[] = [
  ...new Set(
    AUDIT_ACTIONS.map(action => {
      const [kind = ''] = action.split('.')
      return OBJECT_OF[kind] ?? kind
    }),
  ),
]

/** Words, person, act, object, days, and whether the whole organization is meant. */
export function AuditFilters({ state, change }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const { actionWords, kindWords } = useEntryWords()
  const people = useRead(listAuditActors, {})
  const actions = AUDIT_ACTIONS.map(value => ({ value, label: actionWords(value) })).toSorted((one, other) =>
    one.label.localeCompare(other.label),
  )
  const actors = [
    ...(people.data ?? []).map(({ uuid, name, email }) => ({ value: uuid, label: name, help: email })),
    { value: 'system', label: t('actors.system') },
    { value: 'sla', label: t('actors.sla') },
  ]
  const isOneObject = state.object !== '' && !KINDS.includes(state.object)
  const objects = [
    ...KINDS.map(value => ({ value, label: kindWords(value) })),
    ...(isOneObject ? [{ value: state.object, label: state.object.slice(-8) }] : []),
  ]
  const choose = (field: 'actor' | 'action' | 'object' | 'scope') => (value: string | null) =>
    change({ [field]: value ?? '', page: 1 })
  return (
    <FoldingToolbar
      find={<ListSearch search={state.search} change={change} placeholder={t('find')} />}
      label={t('filters')}
      active={[state.actor, state.action, state.object, state.from, state.scope].filter(Boolean).length}
    >
      <FilterChip
        label={t('who')}
        allText={t('everybody')}
        value={state.actor || null}
        onChange={choose('actor')}
        options={actors}
        onRetry={people.error ? () => void people.refetch() : undefined}
      />
      <FilterChip
        label={t('what')}
        allText={t('everything')}
        value={state.action || null}
        onChange={choose('action')}
        options={actions}
      />
      <FilterChip
        label={t('object')}
        allText={t('any')}
        value={state.object || null}
        onChange={choose('object')}
        options={objects}
      />
      <DaysFilter label={t('when')} days={state} onDays={days => change({ ...days, page: 1 })} />
      <FilterChip
        label={t('scope')}
        allText={t('thisApplication')}
        value={state.scope || null}
        onChange={choose('scope')}
        options={[{ value: 'organization', label: t('wholeOrganization') }]}
      />
    </FoldingToolbar>
  )
}
