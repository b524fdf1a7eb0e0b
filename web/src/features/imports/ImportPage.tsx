import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { KNOWN_COLUMNS } from '@notifly/contracts/imports/imports'
import { useParams } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { useReopened } from '../../components/approvals/use-request.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useGoTo } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { ForbiddenCard } from '../../components/states/ForbiddenCard.tsx'
import { paths, withQuery } from '../../paths.ts'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { FormColumn } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { CorrectImport } from './CorrectImport.tsx'
import { ACCEPT } from '../../components/files/list-files.ts'
import { AUDIENCE_FILE, PHONEBOOK_FILE } from './import-target.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { InsertDialog } from './InsertDialog.tsx'
import { PhonebookPanel } from './PhonebookPanel.tsx'
import { UpdatePanel } from './UpdatePanel.tsx'
import { useUpload } from './use-upload.ts'
import { SampleLinks } from '../../components/imports/SampleLinks.tsx'

/** An insert under way stands in the address, so that a reload shows it again. */
const state = z.object({ import: z.optional(z.string()) })

/** Brings contacts in by file. */
export function ImportPage() {
  const { t } = useTranslation(['audience', 'common'])
  const { slug } = useParams({ strict: false }) as { slug: string }
  const mayImport = useCan(ACTIVITY.segmentation, 'create')
  const mayAddNumbers = useCan(ACTIVITY.audience, 'create')
  return (
    <TitledPage crumbs={[{ label: t('title'), href: paths.audience(slug) }]} title={t('import.title')}>
      {mayImport || mayAddNumbers ? (
        <ImportPanel slug={slug} />
      ) : (
        <ForbiddenCard activity={ACTIVITY.segmentation} level="create" />
      )}
    </TitledPage>
  )
}

function ImportPanel({ slug }: { slug: string }) {
  const { t } = useTranslation(['audience', 'imports'])
  const goTo = useGoTo()
  const mayImport = useCan(ACTIVITY.segmentation, 'create')
  const mayUpdate = useCan(ACTIVITY.segmentation, 'update')
  const mayAddNumbers = useCan(ACTIVITY.audience, 'create')
  const audience = useUpload(AUDIENCE_FILE)
  const phonebook = useUpload(PHONEBOOK_FILE)
  const upload = phonebook.state.step === 'idle' ? audience : phonebook
  const [{ import: importId }, change] = useUrlState(state)
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
    <FormColumn>
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
      {mayUpdate && <UpdatePanel reopens={request?.command === 'contact.bulk-update' ? reopens : {}} />}
      {mayAddNumbers && (
        <PhonebookPanel onFile={(file, country) => phonebook.start(file, country === undefined ? {} : { country })} />
      )}
      <Panel title={t('import.columnsTitle')}>
        <ColumnHelp />
      </Panel>
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
    </FormColumn>
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
