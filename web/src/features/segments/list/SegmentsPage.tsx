import { listSegments } from '@notifly/contracts/contacts/audience'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { ChevronDown, ListFilter, Upload, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../../api/queries.ts'
import { ReopenBanner } from '../../../components/approvals/ReopenBanner.tsx'
import { textIn } from '../../../components/approvals/request-address.ts'
import { useReopened } from '../../../components/approvals/use-request.ts'
import { AudienceFrame, ImportLink } from '../../../components/contacts/AudienceFrame.tsx'
import { SampleLinks } from '../../../components/imports/SampleLinks.tsx'
import { NextStep } from '../../../components/first-steps/NextStep.tsx'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import { listFields, PER_PAGE } from '../../../components/lists/list-state.ts'
import { ViewsMenu } from '../../../components/views/ViewsMenu.tsx'
import { TagFilter } from '../../../components/tags/TagFilter.tsx'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { RenameSegmentDialog } from './SegmentDialogs.tsx'
import { SegmentsTable } from './SegmentsTable.tsx'

const SORTS = ['name', '-name', 'count', '-count', 'updated_on', '-updated_on'] as const
const state = z.object({
  sort: z._default(z.enum(SORTS), '-updated_on'),
  ...listFields,
  tag: z.optional(z.string()),
  /** A segment that was just created; its row is highlighted. */
  segment: z.optional(z.string()),
  /** The segment whose rejected change is being corrected. */
  rename: z.optional(z.string()),
  approval: z.optional(z.string()),
})

/** The list of segments, the first tab of the audience. */
export function SegmentsPage() {
  const { t } = useTranslation('audience')
  const [{ search, sort, page, tag, segment }, change] = useUrlState(state)
  const mayCreate = useCan(ACTIVITY.segmentation, 'create')
  const query = { search, tag, sort, page, per_page: PER_PAGE }
  const list = useReadPage(listSegments, { query })
  // An empty list shows these buttons in its middle instead.
  const hasSome = search !== '' || tag !== undefined || list.data?.paging.total !== 0
  return (
    <AudienceFrame tab="segments" {...(mayCreate && hasSome && { actions: <NewSegmentMenu /> })}>
      <CorrectedSegment />
      {Boolean(list.data?.paging.total) && <NextStep after="audience" />}
      <SegmentsTable
        list={list}
        page={page}
        sort={sort}
        change={change}
        currentRow={segment ?? null}
        search={search}
        find={t('segments.find')}
        filters={<TagFilter kind="segment" value={tag} onChange={next => change({ tag: next, page: 1 })} />}
        end={<ViewsMenu list="segments" />}
        empty={<NoSegments search={search} tag={tag} onClear={() => change({ search: '', tag: undefined, page: 1 })} />}
      />
    </AudienceFrame>
  )
}

/** The rename dialog for a rejected change, filled in from the request. */
function CorrectedSegment() {
  const [{ rename }, change] = useUrlState(state)
  const { request, reopens } = useReopened()
  const close = () => change({ rename: undefined, approval: undefined }, { replace: true })
  if (rename === undefined || request === undefined) return null
  const { original, payload } = request
  const saved = { uuid: rename, name: textIn(original, 'segment_name') }
  const start = textIn(payload, 'segment_name') || undefined
  return (
    <>
      <div className="mb-4">
        <ReopenBanner request={request} />
      </div>
      <RenameSegmentDialog segment={saved} start={start} reopens={reopens} open onOpenChange={close} />
    </>
  )
}

function NoSegments({ search, tag, onClear }: { search: string; tag: string | undefined; onClear: () => void }) {
  const { t } = useTranslation(['audience', 'tags'])
  const mayImport = useCan(ACTIVITY.segmentation, 'create')
  if (search) return <NothingFound title={t('segments.noneFound', { search })} onClear={onClear} />
  if (tag !== undefined) return <NothingFound filtered title={t('tags:none', { tag })} onClear={onClear} />
  return (
    <StateCard kind="empty" icon={Users} title={t('segments.empty')} actions={mayImport && <FirstSteps />}>
      <p className="mb-2">{t('segments.emptyText')}</p>
      <SampleLinks />
    </StateCard>
  )
}

function FirstSteps() {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  return (
    <>
      <ImportLink />
      <ButtonLink variant="ghost" icon={ListFilter} href={paths.segmentNew(slug)}>
        {t('segments.byRules')}
      </ButtonLink>
    </>
  )
}

/** Ways to create a segment: by rules, from chosen contacts, or from a file. */
function NewSegmentMenu() {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  const exists = usePageExists()
  const ways = [
    { label: t('segments.byRules'), icon: ListFilter, href: paths.segmentNew(slug) },
    { label: t('segments.byChoice'), icon: Users, href: paths.contacts(slug) },
    { label: t('segments.byFile'), icon: Upload, href: paths.audienceManage(slug) },
  ]
  return (
    <Menu
      align="end"
      items={ways.filter(({ href }) => exists(href))}
      trigger={
        <Button variant="primary" iconEnd={ChevronDown}>
          {t('segments.new')}
        </Button>
      }
    />
  )
}
