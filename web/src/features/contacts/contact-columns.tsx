import type { Contact } from '@notifly/contracts/contacts/audience'
import { countryName } from '@notifly/contracts/contacts/countries'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { PendingBadge } from '../../components/approvals/PendingBadge.tsx'
import { localeLabel } from '../../locales/locale-label.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/layout/Avatar.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { NameCell, ValueOrDash } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { contactName, contactTitle, REACH_TONES } from './contact-words.ts'
import { OWN_COLUMNS, type OwnColumn } from './contacts-address.ts'

const SORTABLE: readonly string[] = ['email', 'added_on', 'updated_on', 'last_activity_on']
const AT_END: readonly string[] = ['last_activity_on', 'created_on', 'updated_on', 'added_on']
/** Others would make the cards of a phone long. */
const ON_CARDS: Partial<Record<OwnColumn, TableColumn<Contact>['card']>> = {
  reach: 'badge',
  added_on: 'line',
  segments: 'line',
}

/** Who it is, then the chosen columns. Columns that are not known any more are left out. */
export function useContactColumns(chosen: readonly string[]): TableColumn<Contact>[] {
  const { t } = useTranslation(['contacts', 'audience'])
  const cell = useCells()
  const who: TableColumn<Contact> = {
    id: 'name',
    header: t('audience:contacts.contact'),
    sortable: true,
    skeleton: 'name',
    cell: contact => <Who contact={contact} />,
  }
  const columns = chosen.flatMap((id): TableColumn<Contact>[] => {
    if (id.startsWith('f.')) return [fieldColumn(id)]
    const own = OWN_COLUMNS.find(each => each === id)
    if (own === undefined) return []
    return [
      {
        id: own,
        header: t(`columns.${own}`),
        sortable: SORTABLE.includes(own),
        ...(AT_END.includes(own) && { align: 'end' as const }),
        ...(own === 'reach' && { skeleton: 'badge' as const }),
        card: ON_CARDS[own] ?? 'hidden',
        cell: contact => cell(own, contact),
      },
    ]
  })
  return [who, ...columns]
}

function fieldColumn(id: string): TableColumn<Contact> {
  const name = id.slice(2)
  return {
    id,
    header: name,
    skeleton: 'text',
    card: 'line',
    cell: ({ merge_fields: fields }) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : null
      const text =
        typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
      return <ValueOrDash>{text && <CutText>{text}</CutText>}</ValueOrDash>
    },
  }
}

function Who({ contact }: { contact: Contact }) {
  const slug = useSlug()
  const title = <CutText>{contactTitle(contact)}</CutText>
  return (
    <NameCell
      name={
        contact.approval_uuid === undefined ? (
          title
        ) : (
          <span className="inline-flex max-w-full items-center gap-2">
            {title} <PendingBadge approval={contact.approval_uuid} />
          </span>
        )
      }
      href={paths.contact(slug, contact.uuid)}
      sub={contactName(contact) !== undefined && contact.email !== null && <bdi>{contact.email}</bdi>}
      mark={<Avatar id={contact.uuid} name={contactTitle(contact)} />}
    />
  )
}

function useCells(): (column: OwnColumn, contact: Contact) => ReactNode {
  const { t, i18n } = useTranslation(['contacts', 'audience'])
  const { shortDate } = useDisplay(useZone())
  const locale = i18n.language
  const moment = (seconds: number | null) => (
    <ValueOrDash>{seconds !== null && <span className="tnum text-muted">{shortDate(seconds)}</span>}</ValueOrDash>
  )
  const text = (value: string | null) => <ValueOrDash>{value && <CutText>{value}</CutText>}</ValueOrDash>
  return (column, contact) => {
    switch (column) {
      case 'reach':
        return <EmailBadge contact={contact} />
      case 'segments':
        return <FirstSegment contact={contact} />
      case 'is_test':
        return <ValueOrDash>{contact.is_test && t('columns.yes')}</ValueOrDash>
      case 'last_activity_on':
        return <Day day={contact.last_activity_on} />
      case 'added_on':
      case 'created_on':
      case 'updated_on':
        return moment(contact[column])
      case 'country':
        return text(contact.country && countryName(contact.country, locale))
      case 'lang':
        return text(contact.lang && localeLabel(contact.lang, locale).text)
      default:
        return text(contact[column])
    }
  }
}

/** A day of the application's zone: the same everywhere. */
export function Day({ day }: { day: string | undefined }) {
  const { mediumDay } = useDisplay('UTC')
  if (day === undefined) return <ValueOrDash>{null}</ValueOrDash>
  return <span className="tnum text-muted">{mediumDay(Date.parse(`${day}T12:00:00Z`) / 1000)}</span>
}

function EmailBadge({ contact }: { contact: Contact }) {
  const { t } = useTranslation('audience')
  const status = contact.channels.email?.status ?? 'no_address'
  return <Badge type={REACH_TONES[status]}>{t(`reach.${status}`)}</Badge>
}

function FirstSegment({ contact }: { contact: Contact }) {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const [first, ...rest] = contact.segments
  if (first === undefined) return <ValueOrDash>{null}</ValueOrDash>
  return (
    <span className="flex items-center gap-1.5">
      <PageLink to={paths.segment(slug, first.uuid)} className="min-w-0">
        <CutText>{first.name}</CutText>
      </PageLink>
      {rest.length > 0 && <span className="text-12 text-muted">{t('contacts.more', { count: rest.length })}</span>}
    </span>
  )
}
