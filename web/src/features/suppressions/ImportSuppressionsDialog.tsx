import { SUPPRESSION_CHANNELS, type SuppressionReason } from '@notifly/contracts/suppressions/suppressions'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../api/download.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { say } from '../../locales/say.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { type KeyValue, KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { ACCEPT } from '../../components/files/list-files.ts'
import { GIVEN_REASONS } from './suppression-words.ts'
import { type ListImport, useListImport } from './use-list-import.ts'

const ACCEPT_LIST = { ...ACCEPT, 'text/plain': ['.txt'] }

type Choice = (typeof SUPPRESSION_CHANNELS)[number]

/** Puts the addresses of a file on the list: all of them, or none with the rows to mend. */
export function ImportSuppressionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['consent', 'common'])
  const [channel, setChannel] = useState<Choice>('email')
  const [reason, setReason] = useState<SuppressionReason>('manual')
  const work = useListImport()
  const { state, file } = work
  const send = (skipsInvalid: boolean) =>
    void work.send({ channel, reason, ...(skipsInvalid && { skip_invalid: '1' }) })
  const isDone = state.step === 'done'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('import.title')}
      description={t('import.text')}
      footer={
        isDone ? (
          <Button variant="primary" onClick={onClose}>
            {t('common:ui.close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('common:ui.cancel')}</Button>
            <Button
              variant="primary"
              disabled={file === null || state.step === 'refused'}
              loading={state.step === 'sending'}
              onClick={() => send(false)}
            >
              {t('import.action')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <FileDrop
          label={t('import.file')}
          help={t('import.fileHelp')}
          file={file && { name: file.name, sizeBytes: file.size }}
          onFile={work.choose}
          {...(!isDone && { onRemove: work.clear })}
          accept={ACCEPT_LIST}
          progress={state.step === 'sending' ? state.progress : null}
          error={state.step === 'refused' && state.rejection === null && say(state.said)}
        />
        {!isDone && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('suppressions.channel')}>
              <Select
                value={channel}
                onChange={value => setChannel(value as Choice)}
                options={SUPPRESSION_CHANNELS.map(each => ({ value: each, label: t(`common:channel.${each}`) }))}
              />
            </Field>
            <Field label={t('suppressions.reason')}>
              <Select
                value={reason}
                onChange={value => setReason(value as SuppressionReason)}
                options={GIVEN_REASONS.map(each => ({ value: each, label: t(`reasons.${each}`) }))}
              />
            </Field>
          </div>
        )}
        <Outcome work={work} onAddOthers={() => send(true)} />
      </div>
    </Dialog>
  )
}

function Outcome({ work: { state, file }, onAddOthers }: { work: ListImport; onAddOthers: () => void }) {
  const { t } = useTranslation('consent')
  const { number } = useDisplay()
  if (state.step === 'refused' && state.rejection !== null) {
    const { rejected, rows_total: total, file: base64 } = state.rejection
    const save = () => {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      const name = (file?.name ?? 'list.csv').replace(/\.[^.]+$/, '')
      saveFile(new Blob([bytes], { type: 'text/csv' }), `${name}-errors.csv`)
    }
    return (
      <Alert
        tone="danger"
        title={t('import.refused', { count: rejected, shown: number(rejected), total: number(total) })}
        live
      >
        <p>{t('import.refusedText')}</p>
        <span className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" icon={Download} onClick={save}>
            {t('import.errorFile')}
          </Button>
          {total > rejected && (
            <Button size="sm" onClick={onAddOthers}>
              {t('import.others', { count: total - rejected, shown: number(total - rejected) })}
            </Button>
          )}
        </span>
      </Alert>
    )
  }
  if (state.step !== 'done') return null
  const { result } = state
  const rows: KeyValue[] = (['rows_total', 'added', 'known', 'duplicates', 'rejected'] as const).map(id => ({
    id,
    label: t(`import.counts.${id}`),
    value: number(result[id]),
    strong: id === 'added',
  }))
  return (
    <div role="status">
      <Alert tone="success" title={t('import.done', { count: result.added, shown: number(result.added) })}>
        {result.column !== null && t('import.column', { column: result.column })}
      </Alert>
      <KeyValues lines items={rows} className="mt-3" />
    </div>
  )
}
