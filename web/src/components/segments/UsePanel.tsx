import { readSegmentUse, type SegmentUse } from '@notifly/contracts/segments/segments'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ChannelIcon } from '../channels/ChannelIcon.tsx'
import { PageLink } from '../navigation/PageLink.tsx'
import { useSlug } from '../navigation/use-pages.ts'
import { ReadFailure } from '../states/ReadFailure.tsx'

export interface UsePanelProps {
  segmentUuid: string
  /** Also explains what saving affects. */
  isEditing?: boolean
}

/** The campaigns, drafts, segments and sign-up forms that use a segment. */
export function UsePanel({ segmentUuid, isEditing = false }: UsePanelProps) {
  const { t } = useTranslation('rules')
  const { data: use, error, refetch } = useRead(readSegmentUse, { query: { segment_uuid: segmentUuid } })
  if (error && !use) return <ReadFailure error={error} title={t('use.failed')} onRetry={() => void refetch()} />
  const isUsed = use !== undefined && countUses(use) > 0
  return (
    <>
      <Panel title={t('use.title')}>
        {use === undefined && <Skeleton height="1.25rem" />}
        {use && !isUsed && <p className="text-muted">{t('use.nobody')}</p>}
        {use && isUsed && <UseList use={use} />}
      </Panel>
      {isEditing && use && use.campaigns.length > 0 && (
        <Alert>
          <span className="text-12">{t('use.frozen', { count: use.campaigns.length })}</span>
        </Alert>
      )}
    </>
  )
}

/** How many objects use the segment, including drafts. */
export function countUses({ campaigns, drafts, segments, forms }: SegmentUse): number {
  return campaigns.length + drafts.length + segments.length + forms.length
}

/** The objects that use a segment, grouped by kind, each with a link. */
export function UseList({ use }: { use: Partial<SegmentUse> }) {
  const slug = useSlug()
  const { t } = useTranslation('rules')
  const { campaigns = [], drafts = [], segments = [], forms = [] } = use
  const toCampaign = (name: string) => paths.campaigns(slug, { search: name })
  return (
    <div className="flex flex-col gap-3">
      <Kind title={t('use.campaigns')} rows={campaigns.map(each => ({ ...each, to: toCampaign(each.name) }))} />
      <Kind title={t('use.drafts')} rows={drafts.map(each => ({ ...each, to: toCampaign(each.name) }))} />
      <Kind title={t('use.segments')} rows={segments.map(each => ({ ...each, to: paths.segment(slug, each.uuid) }))} />
      <Kind title={t('use.forms')} rows={forms.map(each => ({ ...each, to: paths.signUpForm(slug, each.uuid) }))} />
    </div>
  )
}

interface UseRow {
  uuid: string
  name: string
  to: string
  platform?: SegmentUse['campaigns'][number]['platform']
}

function Kind({ title, rows }: { title: string; rows: readonly UseRow[] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3 className="text-12 font-medium text-muted">{title}</h3>
      <ul>
        {rows.map(({ uuid, name, to, platform }) => (
          <li key={uuid} className="flex items-center gap-2 py-1">
            {platform && <ChannelIcon channel={platform} />}
            <PageLink to={to} className="truncate">
              <bdi>{name}</bdi>
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
