import { countCampaigns, listCampaigns } from '@notifly/contracts/campaign-calls'
import { ACTIVITY } from '@notifly/contracts/activities'
import { useParams } from '@tanstack/react-router'
import { Plus, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead, useReadPage } from '../../../api/queries.ts'
import { CampaignQuestions } from '../../../components/campaigns/CampaignQuestions.tsx'
import { useCampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PER_PAGE } from '../../../components/lists/list-state.ts'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import { PageTitle } from '../../../components/navigation/PageTitle.tsx'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { useZone, useZoneWords } from '../../../components/session/use-zone.ts'
import { ForbiddenCard } from '../../../components/states/ForbiddenCard.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { ViewLinks } from '../ViewLinks.tsx'
import { CampaignsTable } from './CampaignsTable.tsx'
import { CampaignTabs } from './CampaignTabs.tsx'
import { CampaignToolbar } from './CampaignToolbar.tsx'
import { daysOf, isNarrowed, type ListState, listState, statusesOf } from './list-state.ts'
import { LiveRun } from './LiveRun.tsx'

/** What goes on is read again this often; a list at rest is left alone. */
const POLL_MS = 4000

/** The application's campaigns: what runs now, what is to come, what was. */
export function CampaignsPage() {
  const { t } = useTranslation('campaigns')
  const { slug } = useParams({ strict: false }) as { slug: string }
  const { number } = useDisplay()
  const [state, change] = useUrlState(listState)
  const zone = useZone() ?? 'UTC'
  const zoneWords = useZoneWords()
  const days = daysOf(state, zone)
  const mayRead = useCan(ACTIVITY.campaignEmail, 'read')
  const mayCreate = useCan(ACTIVITY.campaignEmail, 'create')
  const counts = useRead(countCampaigns, { query: { search: state.search, ...days } }, { enabled: mayRead })
  const moving = ['pending', 'executing'].some(status => (counts.data?.[status] ?? 0) > 0)
  const query = {
    search: state.search,
    status: statusesOf(state),
    ...days,
    sort: state.sort,
    page: state.page,
    per_page: PER_PAGE,
  }
  const list = useReadPage(listCampaigns, { query }, { enabled: mayRead, pollMs: moving && POLL_MS })
  useRead(countCampaigns, { query: { search: state.search, ...days } }, { enabled: moving, pollMs: moving && POLL_MS })
  const acts = useCampaignActs(slug)
  const all = Object.values(counts.data ?? {}).reduce((sum, n) => sum + n, 0)
  return (
    <Page>
      <PageTitle>{t('list.title')}</PageTitle>
      <PageHeader
        title={t('list.title')}
        facts={
          counts.data && [t('list.count', { count: all, shown: number(all) }), zoneWords].filter(Boolean).join(' · ')
        }
        actions={
          <>
            {mayRead && <ViewLinks slug={slug} view="list" />}
            {mayCreate && (
              <ButtonLink variant="primary" icon={Plus} href={paths.campaignWizard(slug, 'email')}>
                {t('list.new')}
              </ButtonLink>
            )}
          </>
        }
      />
      {!mayRead ? (
        <ForbiddenCard activity={ACTIVITY.campaignEmail} title={t('list.forbidden')} />
      ) : (
        <>
          {moving && <LiveRun slug={slug} zone={zone} acts={acts} />}
          <CampaignTabs slug={slug} state={state} counts={counts.data} />
          <CampaignsTable
            slug={slug}
            zone={zone}
            list={list}
            page={state.page}
            sort={state.sort}
            change={change}
            acts={acts}
            toolbar={<CampaignToolbar state={state} days={days} zone={zone} onChange={change} />}
            empty={
              <Nothing slug={slug} state={state} days={days} mayCreate={mayCreate} onClear={() => change(CLEARED)} />
            }
          />
        </>
      )}
      <CampaignQuestions acts={acts} />
    </Page>
  )
}

const CLEARED = { tab: 'all', search: '', status: '', page: 1 } as const

interface NothingProps {
  slug: string
  state: ListState
  days: { from: string; to: string }
  mayCreate: boolean
  onClear: () => void
}

function Nothing({ slug, state, days, mayCreate, onClear }: NothingProps) {
  const { t } = useTranslation('campaigns')
  const { longDay } = useDisplay('UTC')
  if (isNarrowed(state)) {
    const title = state.search ? t('list.noneFound', { search: state.search }) : t('list.noneHere')
    return (
      <NothingFound filtered title={title} onClear={onClear}>
        {t('list.noneFoundText')}
      </NothingFound>
    )
  }
  const dayText = (day: string) => longDay(Date.parse(`${day}T12:00:00Z`) / 1000)
  return (
    <StateCard
      kind="empty"
      icon={Send}
      title={t('list.empty')}
      actions={
        mayCreate && (
          <ButtonLink variant="primary" icon={Plus} href={paths.campaignWizard(slug, 'email')}>
            {t('list.new')}
          </ButtonLink>
        )
      }
    >
      <p>{t('list.emptyText')}</p>
      <p className="mt-1 text-muted">
        {days.from === days.to
          ? t('list.emptyDay', { day: dayText(days.from) })
          : t('list.emptyRange', { from: dayText(days.from), to: dayText(days.to) })}
      </p>
    </StateCard>
  )
}
