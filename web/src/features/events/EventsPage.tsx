import { COUNTED_DAYS, type EventName, listEventNames } from '@notifly/contracts/events/events'
import { KeyRound, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { eventCall } from '../../components/api-keys/first-call.ts'
import { AudienceFrame } from '../../components/contacts/AudienceFrame.tsx'
import { CutText } from '../../components/display/CutText.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { usePageExists, useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { sampleCode } from '../../components/samples/samples.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { CodeBlock } from '../../ui/layout/CodeBlock.tsx'
import { NameCell } from '../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'

const SORTS = ['name', '-name', 'count', '-count', 'last_seen_on', '-last_seen_on'] as const
const state = z.object({ sort: z._default(z.enum(SORTS), '-count'), ...listFields })

/** What contacts do, by the names that programs give it; a tab of the audience. */
export function EventsPage() {
  return (
    <AudienceFrame tab="events">
      <Events />
    </AudienceFrame>
  )
}

function Events() {
  const { t } = useTranslation(['events', 'audience'])
  const [{ search, sort, page }, change] = useUrlState(state)
  const list = useReadPage(listEventNames, { query: { search, sort, page, per_page: PER_PAGE } })
  return (
    <ListTable
      list={list}
      page={page}
      sort={sort}
      change={change}
      failed={t('failed')}
      label={t('audience:tabs.events')}
      columns={useColumns()}
      rowId={({ name }) => name}
      rowName={({ name }) => name}
      search={search}
      find={t('find')}
      empty={
        search ? (
          <NothingFound
            title={t('noneFound', { search })}
            onClear={() => change({ search: '', page: 1 }, { replace: true })}
          />
        ) : (
          <NoEvents />
        )
      }
    />
  )
}

function useColumns(): TableColumn<EventName>[] {
  const slug = useSlug()
  const { t } = useTranslation('events')
  const { number, shortDate } = useDisplay(useZone())
  return [
    {
      id: 'name',
      header: t('name'),
      sortable: true,
      skeleton: 'text',
      width: '40%',
      cell: ({ name }) => <NameCell name={<CutText>{name}</CutText>} href={paths.event(slug, name)} />,
    },
    {
      id: 'count',
      header: t('days', { days: COUNTED_DAYS }),
      align: 'end',
      sortable: true,
      cell: ({ count }) => <span className="tnum">{number(count)}</span>,
    },
    {
      id: 'first_seen_on',
      header: t('first'),
      align: 'end',
      card: 'hidden',
      cell: ({ first_seen_on: first }) => <span className="tnum text-muted">{shortDate(first)}</span>,
    },
    {
      id: 'last_seen_on',
      header: t('last'),
      align: 'end',
      sortable: true,
      cell: ({ last_seen_on: last }) => <span className="tnum text-muted">{shortDate(last)}</span>,
    },
  ]
}

/** What the reader puts in place of the words in capitals. */
const CALL = sampleCode('curl', eventCall({ clientId: 'CLIENT_ID', secret: 'CLIENT_SECRET' }, 'CONTACT_ID'))

function NoEvents() {
  const slug = useSlug()
  const { t } = useTranslation('events')
  const hasKeys = usePageExists()(paths.keys(slug))
  return (
    <StateCard
      kind="empty"
      icon={Zap}
      title={t('empty.title')}
      actions={
        hasKeys && (
          <ButtonLink icon={KeyRound} href={paths.keys(slug)}>
            {t('empty.keys')}
          </ButtonLink>
        )
      }
    >
      <p className="mb-2">{t('empty.text')}</p>
      <CodeBlock code={CALL} label={t('empty.title')} copy />
      <p className="mt-2 text-12 text-muted">{t('empty.replace')}</p>
    </StateCard>
  )
}
