import { readRunButtons, type RunButton, type RunProgress } from '@notifly/contracts/runs/deliveries'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PartFailure } from '../../../components/states/PartFailure.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { isOpen, shareOf } from './run-figures.ts'

const POLL_MS = 5000
/** Clicks keep coming in for days after the last message. */
const QUIET_POLL_MS = 30_000

/** How often each button of a notification was pressed. Hidden if it has no buttons or none was clicked. */
export function Buttons({ run }: { run: RunProgress }) {
  const { t } = useTranslation('delivery')
  const clicked = run.counts['clicked'] ?? 0
  const params = { notification_type: run.notification_type, uuid: run.run_uuid }
  const { data, error, refetch } = useRead(
    readRunButtons,
    { params },
    { enabled: clicked > 0, pollMs: isOpen(run) ? POLL_MS : QUIET_POLL_MS },
  )
  if (clicked > 0 && error && !data) {
    return <PartFailure error={error} title={t('buttons.failed')} onRetry={() => void refetch()} />
  }
  if (clicked === 0 || data === undefined || data.length === 0) return null
  return (
    <Panel bare title={t('buttons.title')} actions={t('funnel.unique')}>
      <ul className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 divide-y divide-line">
        {data.map(button => (
          <ButtonRow key={button.title ?? ''} button={button} share={shareOf(button.clicked, clicked) ?? 0} />
        ))}
      </ul>
    </Panel>
  )
}

function ButtonRow({ button: { title, clicked }, share }: { button: RunButton; share: number }) {
  const { t } = useTranslation('delivery')
  const { number, percent } = useDisplay()
  return (
    <li className="col-span-2 grid grid-cols-subgrid items-start px-4 py-2.5">
      <div className="min-w-0">
        <p className="truncate" title={title ?? undefined}>
          {title === null ? t('buttons.itself') : <bdi>{title}</bdi>}
        </p>
        <span aria-hidden className="mt-1.5 block h-1 overflow-clip rounded-full bg-sunken">
          <span
            className="block h-full rounded-full bg-chart-1"
            style={{ inlineSize: `${Math.min(1, share) * 100}%`, minInlineSize: clicked > 0 ? '2px' : 0 }}
          />
        </span>
      </div>
      <span className="tnum text-end">
        <span className="font-semibold">{number(clicked)}</span>
        <span className="block text-12 text-muted">
          {t('buttons.ofClicked', { share: percent(Math.min(1, share)) })}
        </span>
      </span>
    </li>
  )
}
