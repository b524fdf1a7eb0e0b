import {
  disconnectSso,
  listSsoConnections,
  listSsoProviders,
  type SsoConnection,
  type SsoOption,
} from '@notifly/contracts/sso/sso'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../../api/queries.ts'
import { announceFailure } from '../../../api/signals.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ProviderIcon, PROVIDER_NAMES } from '../../../components/sso/ProviderIcon.tsx'
import { beginTrip } from '../../../components/sso/trip.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** The providers that this account can also sign in with. */
export function ConnectionsSection() {
  const { t } = useTranslation('settings')
  const providers = useRead(listSsoProviders, {})
  const connections = useRead(listSsoConnections, {})
  const error = providers.error ?? connections.error
  if (error) {
    const retry = () => void Promise.all([providers.refetch(), connections.refetch()])
    return <ReadFailure error={error} title={t('connections.failed')} onRetry={retry} />
  }
  if (!providers.data || !connections.data) {
    return (
      <>
        <LoadingNote />
        <Skeleton height="9rem" className="rounded-3" />
      </>
    )
  }
  const connected = connections.data
  // One that is connected stays to be seen when it is no longer set up here.
  const names = [...new Set([...providers.data, ...connected].map(({ provider }) => provider))]
  return (
    <Panel bare aria-label={t('connections.title')}>
      {names.length === 0 && <p className="px-4 py-3 text-muted">{t('connections.none')}</p>}
      {names.map(provider => (
        <Row
          key={provider}
          provider={provider}
          option={providers.data.find(each => each.provider === provider)}
          connection={connected.find(each => each.provider === provider)}
        />
      ))}
    </Panel>
  )
}

interface RowProps {
  provider: SsoOption['provider']
  option: SsoOption | undefined
  connection: SsoConnection | undefined
}

function Row({ provider, option, connection }: RowProps) {
  const { t } = useTranslation('settings')
  const display = useDisplay()
  const name = option?.name ?? PROVIDER_NAMES[provider]
  const since = connection && t('connections.since', { date: display.longDay(connection.connected_on) })
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <ProviderIcon provider={provider} size={20} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="truncate text-12 text-muted">
          {connection?.email && (
            <>
              <bdi>{connection.email}</bdi> ·{' '}
            </>
          )}
          {since ?? t('connections.notConnected')}
        </p>
      </div>
      {connection && <Disconnect connection={connection} name={name} />}
      {!connection && option && <Connect option={option} name={name} />}
    </div>
  )
}

function Disconnect({ connection, name }: { connection: SsoConnection; name: string }) {
  const { t } = useTranslation('settings')
  const disconnect = useWrite(disconnectSso, { refreshes: [listSsoConnections] })
  const { provider, can_disconnect: isPossible } = connection
  return (
    <Button
      disabled={!isPossible}
      title={isPossible ? undefined : t('connections.onlyWay')}
      aria-label={t('connections.disconnectName', { name })}
      loading={disconnect.isPending}
      onClick={() => disconnect.mutate({ query: { provider } })}
    >
      {t('connections.disconnect')}
    </Button>
  )
}

function Connect({ option, name }: { option: SsoOption; name: string }) {
  const { t } = useTranslation('settings')
  const [isLeaving, setLeaving] = useState(false)
  const connect = async () => {
    setLeaving(true)
    try {
      await beginTrip(option, 'connect')
    } catch (error) {
      announceFailure(error)
      setLeaving(false)
    }
  }
  return (
    <Button aria-label={t('connections.connectName', { name })} loading={isLeaving} onClick={() => void connect()}>
      {t('connections.connect')}
    </Button>
  )
}
