import { listContacts } from '@notifly/contracts/contacts/audience'
import {
  importSuppressions,
  listSuppressions,
  SUPPRESSION_CHANNELS,
  SUPPRESSION_FILE_MAX_BYTES,
  type SuppressionImport,
  type SuppressionReason,
  type SuppressionRejection,
} from '@notifly/contracts/suppressions/suppressions'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import type { Input } from '../../api/client.ts'
import { saveFile } from '../../api/download.ts'
import { refresh } from '../../api/queries.ts'
import { upload } from '../../api/upload.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { ACCEPT } from '../../components/files/list-files.ts'
import { translateSentence, type SentenceLike } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FileDrop } from '../../ui/controls/FileDrop.tsx'
import { Select } from '../../ui/controls/options/Select.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { type KeyValue, KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { GIVEN_REASONS } from './suppression-columns.tsx'

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
          error={state.step === 'refused' && state.rejection === null && translateSentence(state.said)}
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
      <Alert tone="danger" title={t('import.refused', { count: rejected, total })} live>
        <p>{t('import.refusedText')}</p>
        <span className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" icon={Download} onClick={save}>
            {t('import.errorFile')}
          </Button>
          {total > rejected && (
            <Button size="sm" onClick={onAddOthers}>
              {t('import.others', { count: total - rejected })}
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
      <Alert tone="success" title={t('import.done', { count: result.added })}>
        {result.column !== null && t('import.column', { column: result.column })}
      </Alert>
      <KeyValues lines items={rows} className="mt-3" />
    </div>
  )
}

type State =
  | { step: 'choosing' }
  | { step: 'sending'; progress: { sentBytes: number; totalBytes: number } | null }
  | { step: 'refused'; said: SentenceLike; rejection: SuppressionRejection | null }
  | { step: 'done'; result: SuppressionImport }

export interface ListImport {
  file: File | null
  state: State
  choose: (file: File) => void
  clear: () => void
  send: (query: NonNullable<Input<typeof importSuppressions>['query']>) => Promise<void>
}

const CHOOSING: State = { step: 'choosing' }

/** A list of addresses on its way to the server, and what became of it. Leaving the page stops it. */
export function useListImport(): ListImport {
  const { t } = useTranslation('consent')
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<State>(CHOOSING)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const choose = (next: File) => {
    setFile(next)
    const isTooLarge = next.size > SUPPRESSION_FILE_MAX_BYTES
    setState(isTooLarge ? { step: 'refused', said: { message: t('import.tooLarge') }, rejection: null } : CHOOSING)
  }
  const clear = () => {
    running.current?.abort()
    setFile(null)
    setState(CHOOSING)
  }
  const send: ListImport['send'] = async query => {
    if (file === null) return
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'sending', progress: null })
    const form = new FormData()
    form.append('file', file)
    try {
      const { data } = await upload(importSuppressions, { query }, form, {
        signal: controller.signal,
        onProgress: (sentBytes, totalBytes) => setState({ step: 'sending', progress: { sentBytes, totalBytes } }),
      })
      setState({ step: 'done', result: data })
      await Promise.all([refresh(listSuppressions), refresh(listContacts)])
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      const isForRows = error.errors.some(({ key }) => key === 'invalidRows')
      const rejection = isForRows ? (error.data as SuppressionRejection) : null
      setState({ step: 'refused', said: error.errors[0] ?? error, rejection })
    }
  }
  return { file, state, choose, clear, send }
}
