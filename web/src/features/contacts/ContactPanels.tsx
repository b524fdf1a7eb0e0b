import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Contact } from '@notifly/contracts/contacts/audience'
import { countryName } from '@notifly/contracts/contacts/countries'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { useCan } from '../../components/session/use-session.ts'
import { useZone } from '../../components/session/use-zone.ts'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { localeLabel } from '../../locales/locale-label.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { MergeFieldsDialog } from './MergeFieldsDialog.tsx'

/** Our own columns, those that the contact has. */
export function DetailsPanel({ contact }: { contact: Contact }) {
  const { t } = useTranslation('audience')
  const values = [...useDetails(contact), { id: 'uuid', value: <Uuid uuid={contact.uuid} /> }]
  return (
    <Panel title={t('contact.details')}>
      <KeyValues lines items={values.map(({ id, value }) => ({ id, label: t(`contact.columns.${id}`), value }))} />
    </Panel>
  )
}

function useDetails(contact: Contact): { id: string; value: ReactNode }[] {
  const { i18n } = useTranslation()
  const { shortDate } = useDisplay(useZone())
  const { latitude, longitude, country, lang, created_on: created, updated_on: updated } = contact
  const values: [string, string | null | false][] = [
    ['email', contact.email],
    ['external_user_id', contact.external_user_id],
    ['phone_number', contact.phone_number],
    ['country', country && countryName(country, i18n.language)],
    ['lang', lang && localeLabel(lang, i18n.language).text],
    ['timezone', contact.timezone],
    ['timezone_offset', contact.timezone_offset !== null && offsetText(contact.timezone_offset)],
    ['position', latitude !== null && longitude !== null && `${latitude}, ${longitude}`],
    ['platform_type', contact.platform_type],
    ['device_details', contact.device_details],
    ['created_on', created !== null && shortDate(created)],
    ['updated_on', updated !== null && shortDate(updated)],
    ['added_on', shortDate(contact.added_on)],
  ]
  return values.flatMap(([id, value]) => (value ? [{ id, value: <bdi>{value}</bdi> }] : []))
}

/** Seconds east of UTC as UTC+05:30. */
function offsetText(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const clock = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
  return `UTC${seconds < 0 ? '−' : '+'}${clock}`
}

function Uuid({ uuid }: { uuid: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono text-12">{uuid}</span>
      <CopyButton text={uuid} variant="ghost" iconOnly />
    </span>
  )
}

/** What the contact's imports say beyond our own columns, by the names that templates use. */
export function MergeFieldsPanel({ contact }: { contact: Contact }) {
  const { t } = useTranslation(['audience', 'contacts'])
  const mayEdit = useCan(ACTIVITY.audience, 'update') && contact.approval_uuid === undefined
  const [isEditing, setEditing] = useState(false)
  const fields = Object.entries(contact.merge_fields).toSorted(([a], [b]) => a.localeCompare(b))
  return (
    <Panel
      title={t('contact.mergeFields')}
      actions={
        mayEdit && (
          <Button size="sm" variant="ghost" icon={Pencil} onClick={() => setEditing(true)}>
            {t('contacts:fields.edit')}
          </Button>
        )
      }
    >
      <MergeFieldsDialog contact={contact} open={isEditing} onOpenChange={setEditing} />
      {fields.length === 0 ? (
        <p className="text-muted">{t('contact.noMergeFields')}</p>
      ) : (
        <KeyValues
          lines
          items={fields.map(([name, value]) => ({
            id: name,
            label: <bdi className="font-mono text-12">{name}</bdi>,
            value: <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>,
          }))}
        />
      )}
    </Panel>
  )
}

/** The segments that the contact is in. */
export function SegmentsPanel({ contact }: { contact: Contact }) {
  const slug = useSlug()
  const { t } = useTranslation('audience')
  return (
    <Panel title={t('tabs.segments')}>
      {contact.segments.length === 0 ? (
        <p className="text-muted">{t('contact.noSegments')}</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {contact.segments.map(({ uuid, name }) => (
            <li key={uuid} className="truncate">
              <PageLink to={paths.segment(slug, uuid)}>
                <bdi>{name}</bdi>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      {contact.has_more_segments && <p className="mt-2 text-12 text-muted">{t('contact.moreSegments')}</p>}
    </Panel>
  )
}
