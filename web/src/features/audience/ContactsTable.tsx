import { type Contact, listContacts } from '@notifly/contracts/audience'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListSearch } from '../../components/lists/ListSearch.tsx'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { NameCell, OrDash } from '../../ui/NameCell.tsx'
import { Toolbar } from '../../ui/Page.tsx'
import type { TableColumn, TableSelection } from '../../ui/table-types.ts'
import { contactName, contactTitle, REACH_TONES } from './contact-words.ts'

const SORTS = ['email', '-email', 'added_on', '-added_on'] as const
const state = z.object({
  sort: z._default(z.enum(SORTS), '-added_on'),
  ...listFields,
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
  return (
    <ListTable
      list={list}
      page={page}
      sort={sort}
      change={change}
      failed={t('contacts.failed')}
      label={t('tabs.contacts')}
      columns={columns}
      rowId={contact => contact.uuid}
      rowName={contactTitle}
      {...(selection ? { selection } : {})}
      toolbar={
        <Toolbar>
          <ListSearch search={search} change={change} placeholder={t('contacts.find')} />
        </Toolbar>
      }
      empty={
        search ? (
          <NothingFound title={t('contacts.noneFound', { search })} onClear={() => change({ search: '', page: 1 })}>
            {t('contacts.searched')}
          </NothingFound>
        ) : (
          empty
        )
      }
    />
  )
}

function useColumns(slug: string): TableColumn<Contact>[] {
  const { t } = useTranslation('audience')
  const { number, shortDate } = useDisplay(useZone())
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
