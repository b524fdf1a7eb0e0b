import { KNOWN_COLUMNS } from '@notifly/contracts/imports/imports'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { useReopened } from '../../components/approvals/use-request.ts'
import { useCountries } from '../../components/display/use-countries.ts'
import { ACCEPT } from '../../components/files/list-files.ts'
import { SampleLinks } from '../../components/imports/SampleLinks.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useGoTo, useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths, withQuery } from '../../paths.ts'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { Link } from '../../ui/layout/Link.tsx'
import { WithAside } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { CorrectImport } from './CorrectImport.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { InsertDialog } from './InsertDialog.tsx'
import { UpdatePanel } from './UpdatePanel.tsx'
import { AUDIENCE_FILE, PHONEBOOK_FILE, useUpload } from './use-upload.ts'

/** The ids of a checked file and of a running insert are in the address, so that a reload shows them again. */
const state = z.object({ import: z.optional(z.string()), checked: z.optional(z.string()) })

/** Imports contacts from files. */
export function ImportPage() {
  const { t } = useTranslation(['audience', 'common'])
  const slug = useSlug()
  return (
    <TitledPage crumbs={[{ label: t('title'), href: paths.audience(slug) }]} title={t('import.title')}>
      <ImportPanel />
    </TitledPage>
  )
}

function ImportPanel() {
  const slug = useSlug()
  const { t } = useTranslation(['audience', 'imports'])
  const goTo = useGoTo()
  const mayImport = useCan(ACTIVITY.segmentation, 'create')
  const mayUpdate = useCan(ACTIVITY.segmentation, 'update')
  const mayAddNumbers = useCan(ACTIVITY.audience, 'create')
  const [{ import: importId, checked: id }, change] = useUrlState(state)
  const showChecked = useCallback(
    (next: string | undefined) => change({ checked: next }, { replace: true, keepsInput: true }),
    [change],
  )
  const checked = { id, onChange: showChecked }
  const audience = useUpload(AUDIENCE_FILE, checked)
  const phonebook = useUpload(PHONEBOOK_FILE, checked)
  const upload = phonebook.state.step === 'idle' ? audience : phonebook
  const [attempt, setAttempt] = useState(1)
  const { request, reopens } = useReopened()
  const leave = () => void goTo(paths.audience(slug), { saved: true })
  const showInsert = (id: string) => {
    change({ import: id }, { replace: true })
    upload.stop()
  }
  const finish = useCallback(
    (segment: string) => {
      showToast({ tone: 'success', title: t('import.done') })
      void goTo(withQuery(paths.audience(slug), { segment }), { replace: true })
    },
    [goTo, slug, t],
  )
  return (
    <WithAside
      aside={
        <Panel title={t('import.columnsTitle')}>
          <ColumnHelp />
        </Panel>
      }
    >
      {request?.command === 'import.insert' && (
        <CorrectImport request={request} onInserted={showInsert} onHeld={leave} />
      )}
      {request?.command === 'contact.bulk-update' && <ReopenBanner request={request} />}
      {mayImport && (
        <Panel title={t('import.byFile')}>
          <div className="flex flex-col gap-4">
            <p className="text-ink-2">{t('import.lead')}</p>
            <FileDrop
              label={t('import.file')}
              help={t('imports:fileHelp')}
              file={null}
              onFile={audience.start}
              accept={ACCEPT}
            />
            <SampleLinks />
          </div>
        </Panel>
      )}
      <div className="grid items-start gap-4 empty:hidden lg:auto-cols-fr lg:grid-flow-col">
        {mayUpdate && <UpdatePanel reopens={request?.command === 'contact.bulk-update' ? reopens : {}} />}
        {mayAddNumbers && (
          <PhonebookPanel onFile={(file, country) => phonebook.start(file, country === undefined ? {} : { country })} />
        )}
      </div>
      <ImportDialog
        upload={upload}
        onInserted={showInsert}
        onHeld={() => {
          upload.stop()
          leave()
        }}
        {...(request?.command === 'import.insert' && { reopens })}
      />
      {importId !== undefined && upload.state.step === 'idle' && (
        <InsertDialog
          key={`${importId} ${attempt}`}
          importId={importId}
          onLeave={() => void goTo(paths.audience(slug))}
          onDone={finish}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
    </WithAside>
  )
}

const OPTIONAL_COLUMNS = KNOWN_COLUMNS.filter(column => column !== 'email').join(', ')

function ColumnHelp() {
  const { t } = useTranslation('audience')
  return (
    <dl className="flex flex-col gap-3">
      <div>
        <dt className="font-mono text-12 font-medium">email</dt>
        <dd className="text-ink-2">{t('import.help.email')}</dd>
      </div>
      <div>
        <dt className="font-mono text-12 font-medium wrap-anywhere">{OPTIONAL_COLUMNS}</dt>
        <dd className="text-ink-2">{t('import.help.known')}</dd>
      </div>
      <div>
        <dt className="font-medium">{t('import.help.otherTitle')}</dt>
        <dd className="text-ink-2">{t('import.help.other')}</dd>
      </div>
    </dl>
  )
}

interface PhonebookPanelProps {
  /** `country` is the ISO code for numbers without one of their own. */
  onFile: (file: File, country: string | undefined) => void
}

/** Accepts a file of phone numbers for SMS and WhatsApp. */
function PhonebookPanel({ onFile }: PhonebookPanelProps) {
  const { t } = useTranslation('imports')
  const countries = useCountries()
  const [country, setCountry] = useState<string>()
  return (
    <Panel title={t('phonebook.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t('phonebook.lead')}</p>
        <Field label={t('phonebook.country')} help={t('phonebook.countryHelp')} optional>
          <Combobox
            options={countries}
            value={countries.find(({ value }) => value === country) ?? null}
            onChange={chosen => setCountry(chosen?.value)}
            placeholder={t('phonebook.noCountry')}
          />
        </Field>
        <FileDrop
          label={t('phonebook.file')}
          help={t('fileHelp')}
          file={null}
          onFile={file => onFile(file, country)}
          accept={ACCEPT}
        />
        <p className="text-12 text-muted">
          <Link href="/csv/notifly-phonebook.csv" download>
            {t('phonebook.sample')}
          </Link>
        </p>
      </div>
    </Panel>
  )
}
