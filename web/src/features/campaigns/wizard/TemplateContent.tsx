import { ACTIVITY } from '@notifly/contracts/activities'
import { listTemplates, type TemplateRow } from '@notifly/contracts/templates'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../api/queries.ts'
import { usePageExists } from '../../../components/navigation/use-pages.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Combobox } from '../../../ui/Combobox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Link } from '../../../ui/Link.tsx'
import type { Option } from '../../../ui/option.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { Wizard } from './use-wizard.ts'

const SHOWN = 50

/** A template, and what this campaign says instead of it. */
export function TemplateContent({ wizard }: { wizard: Wizard }) {
  const { ab_test: test } = wizard.values
  return (
    <Panel>
      <TemplateFields wizard={wizard} hasSubject={!(test.isOn && test.part === 'subject')} />
    </Panel>
  )
}

export interface TemplateFieldsProps {
  wizard: Wizard
  /** False where an A/B test brings the subjects. */
  hasSubject: boolean
}

export function TemplateFields({ wizard, hasSubject }: TemplateFieldsProps) {
  const { t } = useTranslation('campaigns')
  const { slug, values, change, content } = wizard
  return (
    <div className="flex flex-col gap-4">
      <TemplateField wizard={wizard} />
      {content.isMissing && (
        <Alert tone="danger" live>
          {t('what.templateGone')}
        </Alert>
      )}
      {hasSubject && (
        <Field label={t('what.subject')} help={t('what.subjectHelp')} optional={values.template_uuid !== null}>
          <TextInput
            value={values.emailSubject}
            onChange={event => change({ emailSubject: event.currentTarget.value })}
            placeholder={values.template_uuid === null ? undefined : content.subject}
            maxLength={998}
          />
        </Field>
      )}
      <Field label={t('what.preheader')} help={t('what.preheaderHelp')} optional>
        <TextInput
          value={values.preheader}
          onChange={event => change({ preheader: event.currentTarget.value })}
          placeholder={values.template_uuid === null ? undefined : content.preheader}
          maxLength={500}
        />
      </Field>
      <TemplateLink slug={slug} uuid={values.template_uuid} />
    </div>
  )
}

function TemplateField({ wizard: { values, change, content } }: { wizard: Wizard }) {
  const { t } = useTranslation('campaigns')
  const [search, setSearch] = useState('')
  const list = useReadPage(listTemplates, { query: { type: 'Email', search, per_page: SHOWN } })
  const rows = list.data?.rows
  const chosen = rows?.find(row => row.uuid === values.template_uuid)
  const value =
    values.template_uuid === null ? null : (chosen && optionOf(chosen)) || currentOption(values, content.templateName)
  return (
    <Field label={t('what.whichTemplate')}>
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
  )
}

function optionOf({ uuid, name, subject }: TemplateRow): Option {
  return { value: uuid, label: name, help: subject, icon: FileText }
}

function currentOption({ template_uuid: uuid }: Wizard['values'], name: string | null): Option {
  return { value: uuid ?? '', label: name || '–', icon: FileText }
}

/** Opens beside the wizard: the draft stays where it is. */
function TemplateLink({ slug, uuid }: { slug: string; uuid: string | null }) {
  const { t } = useTranslation('campaigns')
  const exists = usePageExists()
  const mayCreate = useCan(ACTIVITY.templateEmail, 'create')
  const href = uuid === null ? paths.templateNew(slug) : paths.template(slug, uuid)
  if (!exists(href) || (uuid === null && !mayCreate)) return null
  return (
    <p>
      <Link href={href} target="_blank">
        {uuid === null ? t('what.newTemplate') : t('what.openTemplate')}
      </Link>
    </p>
  )
}
