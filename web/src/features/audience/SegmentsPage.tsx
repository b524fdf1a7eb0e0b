import { ACTIVITY } from '@notifly/contracts/activities'
import { listSegments } from '@notifly/contracts/audience'
import { useParams } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { Toolbar } from '../../ui/Page.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SearchInput } from '../../ui/SearchInput.tsx'
import { StateCard } from '../../ui/StateCard.tsx'
import { AudienceFrame, ImportLink } from './AudienceFrame.tsx'
import { SampleLinks } from './SampleLinks.tsx'
import { SegmentsTable } from './segments/SegmentsTable.tsx'

const SEARCH_PAUSE_MS = 300
const PER_PAGE = 10
const SORTS = ['name', '-name', 'count', '-count', 'updated_on', '-updated_on'] as const
const state = z.object({
  search: z._default(z.string(), ''),
  sort: z._default(z.enum(SORTS), '-updated_on'),
  page: z._default(z.coerce.number().check(z.minimum(1)), 1),
  /** The segment that was just made; its row is marked. */
  segment: z.optional(z.string()),
})

/** The application's segments: the first tab of the audience. */
export function SegmentsPage() {
  const { t } = useTranslation('audience')
  const { slug } = useParams({ strict: false }) as { slug: string }
  const [{ search, sort, page, segment }, change] = useUrlState(state)
  const list = useReadPage(listSegments, { query: { search, sort, page, per_page: PER_PAGE } })
  return (
    <AudienceFrame slug={slug} tab="segments">
      {list.error && !list.data ? (
        <ReadFailure error={list.error} title={t('segments.failed')} onRetry={() => void list.refetch()} />
      ) : (
        <SegmentsTable
          slug={slug}
          rows={list.data?.rows}
          fetching={list.isPlaceholderData}
          sort={sort}
          onSort={next => change({ sort: next as (typeof SORTS)[number], page: 1 })}
          currentRow={segment ?? null}
          toolbar={
            <Toolbar>
              <SearchInput
                value={search}
                onChange={text => change({ search: text, page: 1 }, { replace: true })}
                placeholder={t('segments.find')}
                debounceMs={SEARCH_PAUSE_MS}
                shortcut
              />
            </Toolbar>
          }
          empty={<NoSegments slug={slug} search={search} onClear={() => change({ search: '', page: 1 })} />}
          footer={
            <Pagination
              page={page}
              perPage={PER_PAGE}
              total={list.data?.paging.total ?? 0}
              onPage={next => change({ page: next })}
            />
          }
        />
      )}
    </AudienceFrame>
  )
}

function NoSegments({ slug, search, onClear }: { slug: string; search: string; onClear: () => void }) {
  const { t } = useTranslation('audience')
  const mayImport = useCan(ACTIVITY.segmentation, 'create')
  if (search) {
    return (
      <StateCard
        kind="empty"
        icon={SearchX}
        title={t('segments.noneFound', { search })}
        actions={<Button onClick={onClear}>{t('clearSearch')}</Button>}
      />
    )
  }
  return (
    <StateCard kind="empty" icon={Users} title={t('segments.empty')} actions={mayImport && <ImportLink slug={slug} />}>
      <p className="mb-2">{t('segments.emptyText')}</p>
      <SampleLinks />
    </StateCard>
  )
}
