/** Cards of the people that a push channel reaches. */
import type { MobilepushDashboard, WebpushDashboard } from '@notifly/contracts/dashboards/push'
import type { Card } from '../panels/Cards.tsx'

type Dashboard = WebpushDashboard | MobilepushDashboard

/** `href`: where the people are. */
export function peopleCards({ static_kpi_data: kpi, daily, previous }: Dashboard, href: string | undefined): Card[] {
  const valueOf = (id: keyof NonNullable<typeof kpi.data>) => (kpi.is_loaded ? (kpi.data?.[id] ?? null) : undefined)
  const now = (id: 'total_users' | 'active_users'): Card => ({
    id,
    kind: 'count',
    better: 'more',
    value: valueOf(id),
    isOfNow: true,
    href,
  })
  return [
    now('total_users'),
    now('active_users'),
    {
      id: 'user_actions',
      kind: 'count',
      better: 'more',
      value: valueOf('user_actions'),
      before: previous?.static_kpi_data.user_actions,
      course: daily.data.map(({ clicked, dismissed }) => clicked + dismissed),
      behind: { status: 'clicked,dismissed' },
    },
  ]
}
