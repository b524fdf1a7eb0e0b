import {
  ALERT_KINDS,
  type AlertBrowser,
  type Alerts,
  chooseAlerts,
  readAlerts,
  removeAlertBrowser,
} from '@notifly/contracts/alerts/alerts'
import { Bell, BellOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/client.ts'
import { refresh, useRead, useWrite } from '../../../api/queries.ts'
import { announceFailure } from '../../../api/signals.ts'
import { alertsHere, endAlerts, turnOnAlerts } from '../../../components/alerts/own-alerts.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Badge } from '../../../ui/layout/Badge.tsx'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { AlertsSkeleton } from './AlertsSkeleton.tsx'
import { DEVICE_ICONS } from './device-icons.ts'

type Here = Awaited<ReturnType<typeof alertsHere>>

/** Alerts about a person's work as notifications of this browser: on or off, their kinds, and the other browsers. */
export function AlertsSection() {
  const { t } = useTranslation('settings')
  const { data, error, refetch } = useRead(readAlerts, {})
  const [here, setHere] = useState<Here>()
  useEffect(() => {
    void alertsHere().then(setHere)
  }, [])
  if (error) return <ReadFailure error={error} title={t('alerts.failed')} onRetry={() => void refetch()} />
  if (!data || !here) return <AlertsSkeleton />
  const others = data.browsers.filter(({ is_current }) => !is_current)
  return (
    <Panel bare aria-label={t('alerts.title')}>
      <ThisBrowser alerts={data} here={here} onHere={setHere} />
      {data.browsers.length > 0 && <Kinds alerts={data} />}
      {others.map(browser => (
        <OtherBrowser key={browser.uuid} browser={browser} />
      ))}
    </Panel>
  )
}

const ROW = 'flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 first:border-t-0'
const ICONS = { unsupported: BellOff, blocked: BellOff, failed: Bell, off: Bell, on: Bell }

function ThisBrowser({ alerts, here, onHere }: { alerts: Alerts; here: Here; onHere: (here: Here) => void }) {
  const { t } = useTranslation('settings')
  const [isBusy, setBusy] = useState(false)
  const current = alerts.browsers.find(({ is_current }) => is_current)
  // One that was removed elsewhere has its subscription still.
  const state = here === 'on' && current === undefined ? 'off' : here
  const work = async (change: () => Promise<Here>) => {
    setBusy(true)
    try {
      onHere(await change())
      await refresh(readAlerts)
    } catch (error) {
      announceFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const turnOff = () =>
    work(async () => {
      if (current) await call(removeAlertBrowser, { params: { uuid: current.uuid } })
      await endAlerts()
      return 'off'
    })
  const canTurnOn = state === 'off' || state === 'failed'
  return (
    <div className={ROW}>
      <Icon of={ICONS[state]} size={20} className={state === 'on' ? 'text-accent-ink' : 'text-muted'} />
      <div className="min-w-0 flex-1 basis-48" role="status">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {t(`alerts.states.${state}`)}
          {state === 'on' && <Badge type="light-green">{t('alerts.on')}</Badge>}
        </p>
        <p className="text-12 text-muted">{t(`alerts.hints.${state}`)}</p>
      </div>
      {canTurnOn && (
        <Button
          variant="primary"
          loading={isBusy}
          onClick={() => void work(() => turnOnAlerts(alerts.application_server_key))}
        >
          {t('alerts.turnOn')}
        </Button>
      )}
      {state === 'on' && (
        <Button loading={isBusy} onClick={() => void turnOff()}>
          {t('alerts.turnOff')}
        </Button>
      )}
    </div>
  )
}

/** The same in all browsers of the person. */
function Kinds({ alerts: { kinds } }: { alerts: Alerts }) {
  const { t } = useTranslation('settings')
  const choose = useWrite(chooseAlerts, { refreshes: [readAlerts], success: 'silent' })
  const shown = choose.isPending ? choose.variables.body : kinds
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line px-4 py-3">
      <legend className="sr-only">{t('alerts.kinds')}</legend>
      {ALERT_KINDS.map(kind => (
        <Switch
          key={kind}
          checked={shown[kind]}
          disabled={choose.isPending}
          label={t(`alerts.about.${kind}`)}
          help={t(`alerts.aboutHelp.${kind}`)}
          onChange={isOn => choose.mutate({ body: { ...kinds, [kind]: isOn } })}
        />
      ))}
    </fieldset>
  )
}

function OtherBrowser({ browser: { uuid, kind, browser, system, created_on } }: { browser: AlertBrowser }) {
  const { t } = useTranslation('settings')
  const display = useDisplay()
  const remove = useWrite(removeAlertBrowser, { refreshes: [readAlerts] })
  const device = browser && system ? t('sessions.device', { browser, system }) : (browser ?? system)
  const name = device ?? t('sessions.unknown')
  return (
    <div className={ROW}>
      <Icon of={DEVICE_ICONS[kind]} size={20} className="text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-12 text-muted">{t('alerts.since', { date: display.longDay(created_on) })}</p>
      </div>
      <Button
        aria-label={t('alerts.removeName', { name })}
        loading={remove.isPending}
        onClick={() => remove.mutate({ params: { uuid } })}
      >
        {t('alerts.remove')}
      </Button>
    </div>
  )
}
