import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listTemplates, type TemplateRow } from '@notifly/contracts/templates/templates'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../../api/queries.ts'
import { usePageExists, useSlug } from '../../../../components/navigation/use-pages.ts'
import { useCan } from '../../../../components/session/use-session.ts'
import { ForbiddenWords } from '../../../../components/states/ForbiddenCard.tsx'
import { PartFailure } from '../../../../components/states/PartFailure.tsx'
import { paths } from '../../../../paths.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Combobox } from '../../../../ui/controls/options/Combobox.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Link } from '../../../../ui/layout/Link.tsx'
import type { Option } from '../../../../ui/controls/options/option.ts'
import type { Wizard } from '../state/wizard-state.ts'
import { useWizard } from '../state/wizard-context.ts'

const SHOWN = 50

export interface TemplatePickerProps {
  type: 'Email' | 'SMS' | 'Webpush' | 'Mobilepush'
}

/** Selects a template, if the reader may read templates. Reports a chosen template that no longer exists. */
export function TemplatePicker(props: TemplatePickerProps) {
  const mayRead = useCan(ACTIVITY.templateEmail, 'read')
  return mayRead ? <Picker {...props} /> : <ForbiddenWords activity={ACTIVITY.templateEmail} />
}

function Picker({ type }: TemplatePickerProps) {
  const { values, change, content, errorAt } = useWizard()
  const { t } = useTranslation('campaigns')
  const [search, setSearch] = useState('')
  const list = useReadPage(listTemplates, { query: { type, search, per_page: SHOWN } })
  const rows = list.data?.rows
  const chosen = rows?.find(row => row.uuid === values.template_uuid)
  const value =
    values.template_uuid === null ? null : (chosen && optionOf(chosen)) || currentOption(values, content.templateName)
  return (
    <>
      <Field
        label={t('what.whichTemplate')}
        error={!content.isMissing && (errorAt('template_uuid', values.template_uuid !== null) ?? errorAt('emailBody'))}
      >
        <Combobox
          options={rows?.map(optionOf)}
          value={value}
          onChange={option => change({ template_uuid: option?.value ?? null })}
          onQuery={setSearch}
          loading={list.isFetching}
          placeholder={t('what.findTemplate')}
          emptyText={search === '' ? t('what.noTemplates') : t('what.noTemplateFound')}
        />
      </Field>
      {content.error && <PartFailure error={content.error} title={t('what.templateFailed')} onRetry={content.again} />}
      {content.isMissing && (
        <Alert tone="danger" live>
          {t('what.templateGone')}
        </Alert>
      )}
    </>
  )
}

function optionOf({ uuid, name, subject, excerpt }: TemplateRow): Option {
  return { value: uuid, label: name, help: subject ?? excerpt, icon: FileText }
}

function currentOption({ template_uuid: uuid }: Wizard['values'], name: string | null): Option {
  return { value: uuid ?? '', label: name || '–', icon: FileText }
}

/** Opens the template in a new tab, so that the wizard stays open. */
export function TemplateLink() {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const { channel } = wizard
  const slug = useSlug()
  const { template_uuid: uuid } = wizard.values
  const exists = usePageExists()
  const mayCreate = useCan(ACTIVITY.templateEmail, 'create')
  const type = channel === 'email' ? undefined : channel
  const href = uuid === null ? paths.templateNew(slug, { type }) : paths.template(slug, uuid)
  if (!exists(href) || (uuid === null && !mayCreate)) return null
  return (
    <p>
      <Link href={href} target="_blank">
        {uuid === null ? t('what.newTemplate') : t('what.openTemplate')}
      </Link>
    </p>
  )
}
