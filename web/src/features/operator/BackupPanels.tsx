import type { OperatorStatus, Restored } from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { type KeyValue, KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useSpans } from './use-spans.ts'

/** What may have been sent before the restore, and so waits for a person or was left out. */
export function RestoredPanel({ restored }: { restored: Restored }) {
  const { t } = useTranslation('operator')
  const { number, longDate, shortDate } = useDisplay()
  const items = (['runs', 'campaigns', 'messages', 'mails', 'requests'] as const).map((what): KeyValue => ({
    id: what,
    label: t(`restored.${what}`),
    value: number(restored[what]),
  }))
  return (
    <Panel title={t('restored.title')} meta={shortDate(restored.restored_on)} footer={t('restored.about')}>
      <p className="mb-2">{t('restored.text', { moment: longDate(restored.moment) })}</p>
      <KeyValues items={items} className="max-w-md" />
    </Panel>
  )
}

/** The last scheduled backup, and how far the archive is. */
export function BackupsPanel({ status: { backups, at } }: { status: OperatorStatus }) {
  const { t } = useTranslation('operator')
  const { number, bytes } = useDisplay()
  const { span } = useSpans()
  const { last, every_hours: hours, archive } = backups
  const ago = (moment: number): string => t('backups.ago', { span: span(Math.max(0, at - moment)) })
  const items: KeyValue[] = [
    {
      id: 'every',
      label: t('backups.every'),
      value: hours === null ? t('backups.notScheduled') : span(hours * 3600),
    },
    { id: 'last', label: t('backups.last'), value: last === null ? t('backups.none') : ago(last.moment) },
    ...(last === null
      ? []
      : [
          { id: 'size', label: t('backups.size'), value: bytes(last.bytes), indent: true },
          { id: 'took', label: t('backups.took'), value: span(last.seconds), indent: true },
        ]),
    {
      id: 'archive',
      label: t('backups.archive'),
      value: archive === null ? t('backups.off') : archive.last_on === null ? t('backups.none') : ago(archive.last_on),
    },
    ...(archive === null
      ? []
      : [{ id: 'waiting', label: t('backups.waiting'), value: number(archive.waiting), indent: true }]),
  ]
  return (
    <Panel title={t('backups.title')} footer={hours === null ? t('backups.setUp') : undefined}>
      <KeyValues texts items={items} />
    </Panel>
  )
}
