import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listApprovals } from '@notifly/contracts/approvals/approvals'
import type { SafariConfiguration } from '@notifly/contracts/web-push/safari'
import { readSite, type Site, updateSite } from '@notifly/contracts/web-push/web-push'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Badge, type BadgeType } from '../../../ui/layout/Badge.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { type KeyValue, KeyValues } from '../../../ui/layout/KeyValues.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'

export interface SafariSummaryProps {
  safari: SafariConfiguration
  site: Site
  /** No request waits on these settings. */
  isFree: boolean
  onChange: () => void
  onRemove: () => void
}

const BADGES: Record<SafariConfiguration['certificate']['state'], BadgeType> = {
  valid: 'light-green',
  expiring: 'mellow',
  expired: 'danger',
}

/** What is set up, whether visitors are asked, and what has to be done about the certificate. */
export function SafariSummary({ safari, site, isFree, onChange, onRemove }: SafariSummaryProps) {
  const { t } = useTranslation('safari')
  const mayWrite = useCan(ACTIVITY.platformWebpush, 'update')
  const mayRemove = useCan(ACTIVITY.platformWebpush, 'delete')
  const ask = useWrite(updateSite, { refreshes: [readSite, listApprovals] })
  const items = useItems(safari)
  return (
    <Panel
      title={t('title')}
      actions={
        <>
          {mayWrite && (
            <Button size="sm" icon={Pencil} disabled={!isFree} onClick={onChange}>
              {t('change')}
            </Button>
          )}
          {mayRemove && (
            <Button size="sm" variant="ghost" icon={Trash2} disabled={!isFree} onClick={onRemove}>
              {t('remove.open')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <CertificateAlert safari={safari} />
        <Switch
          checked={site.platform === 1}
          disabled={!mayWrite || ask.isPending || site.approval_uuid !== undefined}
          onChange={isOn => ask.mutate({ body: { ...site, platform: isOn ? 1 : 0 } })}
          label={t('ask.label')}
          help={t('ask.help')}
        />
        <KeyValues lines items={items} />
      </div>
    </Panel>
  )
}

function useItems(safari: SafariConfiguration): KeyValue[] {
  const { t } = useTranslation('safari')
  const { longDay, number } = useDisplay(useZone())
  const { subject, issuer, valid_until: until, state } = safari.certificate
  return [
    {
      id: 'id',
      label: t('id.label'),
      value: (
        <bdi dir="ltr" className="font-mono text-12">
          {safari.webpush_id}
        </bdi>
      ),
    },
    {
      id: 'name',
      label: t('name.label'),
      value: (
        <span className="inline-flex items-center gap-2">
          <img src={safari.icon} alt="" className="size-5 rounded-1 object-contain" />
          <bdi>{safari.website_name}</bdi>
        </span>
      ),
    },
    {
      id: 'until',
      label: t('until'),
      value: (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {longDay(until)} <Badge type={BADGES[state]}>{t(`state.${state}`)}</Badge>
        </span>
      ),
    },
    { id: 'file', label: t('certificate.label'), value: <bdi>{safari.p12CertificateName}</bdi> },
    { id: 'subject', label: t('subject'), value: <bdi dir="ltr">{subject}</bdi> },
    { id: 'issuer', label: t('issuer'), value: <bdi dir="ltr">{issuer}</bdi> },
    { id: 'subscribers', label: t('subscribers'), value: number(safari.subscribers) },
  ]
}

function CertificateAlert({ safari: { certificate } }: Pick<SafariSummaryProps, 'safari'>) {
  const { t } = useTranslation('safari')
  const { longDay } = useDisplay(useZone())
  const when = longDay(certificate.valid_until)
  return (
    <>
      {certificate.state === 'expired' && (
        <Alert tone="danger" title={t('expired.title', { date: when })}>
          {t('expired.text')}
        </Alert>
      )}
      {certificate.state === 'expiring' && (
        <Alert tone="warning" title={t('expiring.title', { date: when })}>
          {t('expiring.text')}
        </Alert>
      )}
      {!certificate.has_intermediate && (
        <Alert tone="warning" title={t('noIntermediate.title')}>
          {t('noIntermediate.text')}
        </Alert>
      )}
    </>
  )
}
