import { changeReport, readReport, REPORT_TIMES } from '@notifly/contracts/dashboards/summaries'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Check, Mail, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../../api/queries.ts'
import { announce } from '../../../api/signals.ts'
import { useMoments } from '../../../components/display/use-moments.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'

/** Chooses how often the reader gets a summary of the application by email. */
export function SummaryMenu() {
  const { t } = useTranslation('engagement')
  const { dayAndTime } = useMoments()
  const mayEngagement = useCan(ACTIVITY.dashboardEngagement, 'read')
  const mayDelivery = useCan(ACTIVITY.deliveryDashboard, 'read')
  const may = mayEngagement || mayDelivery
  const { data, error, refetch } = useRead(readReport, {}, { enabled: may })
  const { mutate } = useWrite(changeReport, {
    refreshes: [readReport],
    success: 'silent',
    onDone: ({ data: { next_on: next } }) =>
      announce({
        tone: 'success',
        message: {
          message: next === null ? t('summary.stopped') : t('summary.chosen', { moment: dayAndTime(next) }),
        },
      }),
  })
  // On phones its icon alone, so that the days fit beside it in every language.
  const button = (
    <Button icon={Mail}>
      <span className="max-sm:sr-only">{t('summary.button')}</span>
    </Button>
  )
  // Its place is kept, so that what is beside it stays where it is.
  if (data === undefined && error) {
    return (
      <Menu
        align="end"
        trigger={button}
        items={[{ label: t('summary.failed'), icon: RotateCw, onSelect: () => void refetch() }]}
      />
    )
  }
  if (data === undefined) return may ? <span className="invisible">{button}</span> : null
  return (
    <Menu
      align="end"
      trigger={button}
      items={[
        { heading: t('summary.heading', { email: data.email }) },
        ...REPORT_TIMES.map(every => ({
          label: t(`summary.${every}`),
          icon: every === data.every ? Check : undefined,
          hint: every === data.every ? <span className="sr-only">{t('summary.current')}</span> : undefined,
          onSelect: () => every !== data.every && mutate({ body: { every } }),
        })),
        data.next_on !== null && { heading: t('summary.next', { moment: dayAndTime(data.next_on) }) },
      ]}
    />
  )
}
