import { FEW_SENT } from '@notifly/contracts/dashboards/figures'
import { useTranslation } from 'react-i18next'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { paths } from '../../paths.ts'
import { Stack } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

const RULES = ['day', 'tests', 'rates', 'few'] as const

/** Each with the key of its name and of what it counts; tooltips of dashboards quote the latter. */
const GROUPS = {
  messages: [
    ['cards.sent', 'define.sent'],
    ['cards.delivered', 'define.delivered'],
    ['cards.delivery_rate', 'define.delivery_rate'],
    ['cards.failed', 'define.failed'],
    ['cards.hard_bounce', 'define.hard_bounce'],
    ['cards.undelivered_rate', 'define.bounce_rate'],
    ['columns.complaint_rate', 'define.complaint_rate'],
    ['cards.unsubscribe_rate', 'define.unsubscribe_rate'],
    ['cards.segments', 'define.segments'],
    ['outcomes.title', 'define.outcomes'],
    ['failures.title', 'define.failures'],
    ['stops.title', 'define.stops'],
  ],
  readers: [
    ['cards.open_rate', 'define.open_rate'],
    ['cards.read_rate', 'define.read_rate'],
    ['cards.click_rate', 'define.click_rate'],
    ['cards.click_through_rate', 'define.click_through_rate'],
    ['cards.unique_click', 'define.unique_click'],
    ['cards.dismissed', 'define.dismissed'],
    ['links.title', 'define.links'],
  ],
  push: [
    ['cards.total_users', 'define.total_users'],
    ['cards.active_users', 'define.active_users'],
    ['cards.user_actions', 'define.user_actions'],
    ['cards.influenced_open', 'define.influenced_open'],
    ['subscriptions.title', 'define.subscriptions'],
    ['subscriptions.lostBy', 'define.lostBy'],
    ['reached.platforms', 'define.platforms'],
    ['reached.app_versions', 'define.app_versions'],
  ],
  costs: [
    ['columns.price', 'define.price'],
    ['columns.cost', 'define.cost'],
  ],
  goals: [
    ['goals:conversions', 'goals:define.conversions'],
    ['goals:rate', 'goals:define.rate'],
    ['goals:revenue', 'goals:define.revenue'],
  ],
} as const

/** What the figures of all dashboards mean, in one place. */
export function FiguresPage() {
  const { t } = useTranslation(['dashboards', 'goals'])
  const slug = useSlug()
  const groups = Object.keys(GROUPS) as (keyof typeof GROUPS)[]
  return (
    <TitledPage title={t('figures.title')} crumbs={[{ label: t('figures.dashboard'), href: paths.dashboard(slug) }]}>
      <Stack>
        <Panel title={t('figures.rules')}>
          <ul className="flex list-disc flex-col gap-1.5 ps-5">
            {RULES.map(rule => (
              <li key={rule}>{t(`figures.rule.${rule}`, { count: FEW_SENT })}</li>
            ))}
          </ul>
        </Panel>
        {groups.map(group => (
          <Panel key={group} bare title={t(`figures.group.${group}`)}>
            <dl>
              {GROUPS[group].map(([name, definition]) => (
                <div
                  key={name}
                  className="grid gap-x-6 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[14rem_minmax(0,1fr)]"
                >
                  <dt className="font-medium">{t(name)}</dt>
                  <dd className="text-ink-2">{t(definition)}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        ))}
      </Stack>
    </TitledPage>
  )
}
