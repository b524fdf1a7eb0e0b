import { type Contact, listContacts } from '@notifly/contracts/audience'
import { SearchX } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { NameCell, OrDash } from '../../ui/NameCell.tsx'
import { Toolbar } from '../../ui/Page.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import type { TableColumn, TableSelection } from '../../ui/table-types.ts'
import { contactName, contactTitle, REACH_TONES } from './contact-words.ts'

const SEARCH_PAUSE_MS = 300
const PER_PAGE = 10
const SORTS = ['email', '-email', 'added_on', '-added_on'] as const
const state = z.object({
  search: z._default(z.string(), ''),
  sort: z._default(z.enum(SORTS), '-added_on'),
  page: z._default(z.coerce.number().check(z.minimum(1)), 1),
})

export interface ContactsTableProps {
  slug: string
  /** Only members of this segment. */
  segmentUuid?: string
  /** Stands in the table when there is nobody at all. */
  empty: ReactNode
  selection?: TableSelection
}

/** Contacts, searched, sorted and paged by the address of the page. */
export function ContactsTable({ slug, segmentUuid, empty, selection }: ContactsTableProps) {
  const { t } = useTranslation('audience')
  const [{ search, sort, page }, change] = useUrlState(state)
  const list = useReadPage(listContacts, {
    query: {
      search,
      sort,
      page,
      per_page: PER_PAGE,
      ...(segmentUuid === undefined ? {} : { segment_uuid: segmentUuid }),
    },
  })
  const columns = useColumns(slug)
  if (list.error && !list.data) {
    return <ReadFailure error={list.error} title={t('contacts.failed')} onRetry={() => void list.refetch()} />
  }
  return (
    <DataTable
      label={t('tabs.contacts')}
      columns={columns}
      rows={list.data?.rows}
      rowId={contact => contact.uuid}
      rowName={contactTitle}
      fetching={list.isPlaceholderData}
      sort={{ column: sort.replace('-', ''), descending: sort.startsWith('-') }}
      onSort={({ column, descending }) =>
        change({ sort: `${descending ? '-' : ''}${column}` as (typeof SORTS)[number], page: 1 })
      }
      {...(selection ? { selection } : {})}
      toolbar={
        <Toolbar>
          <SearchInput
            value={search}
            onChange={text => change({ search: text, page: 1 }, { replace: true })}
            placeholder={t('contacts.find')}
            debounceMs={SEARCH_PAUSE_MS}
            shortcut
          />
        </Toolbar>
      }
      empty={search ? <NobodyFound search={search} onClear={() => change({ search: '', page: 1 })} /> : empty}
      footer={
        <Pagination
          page={page}
          perPage={PER_PAGE}
          total={list.data?.paging.total ?? 0}
          onPage={next => change({ page: next })}
        />
      }
    />
  )
}

function NobodyFound({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useTranslation('audience')
  return (
    <StateCard
      kind="empty"
      icon={SearchX}
      title={t('contacts.noneFound', { search })}
      actions={<Button onClick={onClear}>{t('clearSearch')}</Button>}
    >
      {t('contacts.searched')}
    </StateCard>
  )
}

function useColumns(slug: string): TableColumn<Contact>[] {
  const { t } = useTranslation('audience')
  const { number, shortDate } = useDisplay()
  return useMemo(
    () => [
      {
        id: 'email',
        header: t('contacts.contact'),
        sortable: true,
        ghost: 'name',
        cell: contact => (
          <NameCell
            name={<CutText>{contactTitle(contact)}</CutText>}
            href={paths.contact(slug, contact.uuid)}
            sub={contactName(contact) !== undefined && contact.email !== null && <bdi>{contact.email}</bdi>}
            mark={<Avatar id={contact.uuid} name={contactTitle(contact)} />}
          />
        ),
      },
      {
        id: 'reach',
        header: t('contacts.email'),
        ghost: 'badge',
        card: 'badge',
        cell: contact => <EmailBadge contact={contact} />,
      },
      {
        id: 'external',
        header: t('contacts.externalId'),
        ghost: 'text',
        card: 'hidden',
        cell: contact => <OrDash>{contact.external_user_id && <CutText>{contact.external_user_id}</CutText>}</OrDash>,
      },
      {
        id: 'segments',
        header: t('contacts.segments'),
        ghost: 'text',
        cell: contact => <FirstSegment slug={slug} contact={contact} number={number} />,
      },
      {
        id: 'added_on',
        header: t('contacts.added'),
        align: 'end',
        sortable: true,
        card: 'line',
        cell: contact => <span className="tnum text-muted">{shortDate(contact.added_on)}</span>,
      },
    ],
    [slug, t, number, shortDate],
  )
}

function EmailBadge({ contact }: { contact: Contact }) {
  const { t } = useTranslation('audience')
  const status = contact.channels.email?.status ?? 'no_address'
  return <Badge type={REACH_TONES[status]}>{t(`reach.${status}`)}</Badge>
}

interface FirstSegmentProps {
  slug: string
  contact: Contact
  number: (value: number) => string
}

function FirstSegment({ slug, contact, number }: FirstSegmentProps) {
  const { t } = useTranslation('audience')
  const [first, ...rest] = contact.segments
  if (first === undefined) return <OrDash>{null}</OrDash>
  return (
    <span className="flex items-baseline gap-1.5">
      <PageLink to={paths.segment(slug, first.uuid)}>
        <CutText>{first.name}</CutText>
      </PageLink>
      {rest.length > 0 && (
        <span className="text-12 text-muted">
          {t('contacts.more', { count: rest.length, shown: number(rest.length) })}
        </span>
      )}
    </span>
  )
}
