import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  previewPush,
  type Problem,
  type PushPreview,
  type TemplateContent,
} from '@notifly/contracts/templates/templates'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import { problemLine } from '../../../../components/email/problem-words.ts'
import { type LiveAnswer, useLiveAnswer } from '../../../../components/form/use-live-answer.ts'
import { PartFailure } from '../../../../components/states/PartFailure.tsx'
import { PushDevices } from '../../../../components/web-push/PushDevices.tsx'
import { PushButtonFields, PushPictureFields, PushWordFields } from '../../../../components/web-push/PushFields.tsx'
import { TestPushDialog } from '../../../../components/web-push/TestPushDialog.tsx'
import { type PushWords, pushWordsOf } from '../../../../components/web-push/push-look.ts'
import { usePlaceName } from '../../../../components/web-push/use-place-name.ts'
import { usePushLook } from '../../../../components/web-push/use-push-look.ts'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { ContactBar, usePreviewContact } from '../ContactBar.tsx'
import { EditorFrame } from '../EditorFrame.tsx'
import { PushStarters } from '../../gallery/TextStarters.tsx'
import { PUSH_KINDS, type PushEditorContent } from '../content.ts'
import { type EditorProps, type EditorState, useEditor } from '../use-editor.ts'

type PushChannel = keyof typeof PUSH_KINDS

/** The editor of a notification: what is written at the start, the devices that show it at the end. */
export function PushEditor({ channel, ...props }: EditorProps & { channel: PushChannel }) {
  const kind = PUSH_KINDS[channel]
  const state = useEditor({ kind, ...props })
  const as = usePreviewContact()
  const { content } = state
  const words = pushWordsOf(content)
  const preview = usePushPreview(channel, words, as)
  return (
    <EditorFrame
      {...props}
      state={state}
      list={kind.type}
      stacked
      testActivity={ACTIVITY.campaignWebpush}
      test={dialog => dialog.open && <TestPushDialog channel={channel} content={words} contactUuid={as} {...dialog} />}
      look={version => <VersionLook channel={channel} content={version} />}
    >
      <Writing channel={channel} state={state} preview={preview} />
      <Looks channel={channel} words={words} preview={preview} />
    </EditorFrame>
  )
}

interface WritingProps {
  channel: PushChannel
  state: EditorState<PushEditorContent>
  preview: LivePush
}

function Writing({ channel, state, preview }: WritingProps) {
  const { t } = useTranslation('messages')
  const fields = useMergeFields()
  const { content, change, faultOf, maySave } = state
  const shared = { channel, words: content, change, fields, faultOf, readOnly: !maySave }
  return (
    <section className="min-w-0 md:min-h-0 md:overflow-y-auto">
      <div className="flex max-w-180 flex-col gap-8 p-6 max-sm:p-4">
        <PushProblems problems={preview.data?.problems ?? []} />
        {state.saved.version === 0 && content.campaignMsg === '' && content.campaignTitle === '' && (
          <PushStarters onChoose={({ name, ...words }) => change({ ...words, name: content.name || name })} />
        )}
        <PushWordFields {...shared} />
        <Group title={t('push.look')}>
          <PushPictureFields {...shared} />
        </Group>
        <Group title={t('push.buttons')} help={t(channel === 'webpush' ? 'push.buttonsHelp' : 'push.buttonsHelpApp')}>
          <PushButtonFields {...shared} />
        </Group>
      </div>
    </section>
  )
}

function Group({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-14 font-semibold tracking-(--ls-tight)">{title}</h2>
      {help !== undefined && <p className="text-muted">{help}</p>}
      <div className="mt-3">{children}</div>
    </div>
  )
}

function Looks({ channel, words, preview }: LookProps) {
  const { t } = useTranslation(['messages', 'preview'])
  const { data, error, again } = preview
  return (
    <section
      aria-label={t('onDevice')}
      className="flex min-w-0 flex-col border-line max-md:border-t md:min-h-0 md:overflow-y-auto md:border-s"
    >
      <ContactBar current={data?.contact} />
      <div className="flex flex-col gap-4 p-6 max-sm:p-4">
        {error && <PartFailure error={error} title={t('preview:failed')} onRetry={again} />}
        <FilledLook channel={channel} words={words} preview={preview} />
      </div>
    </section>
  )
}

function VersionLook({ channel, content }: { channel: PushChannel; content: TemplateContent }) {
  const words = pushWordsOf(content)
  return (
    <div className="overflow-y-auto p-5">
      <FilledLook channel={channel} words={words} preview={usePushPreview(channel, words, undefined)} />
    </div>
  )
}

const NOBODY = { contact: null, fields: {} }

/** As the server filled it in; as it was written until then. */
function FilledLook({ channel, words, preview: { data } }: LookProps) {
  const look = usePushLook({ channel, words: data ?? words }, NOBODY)
  return <PushDevices channel={channel} words={words} look={look} />
}

type LivePush = LiveAnswer<PushPreview>

interface LookProps {
  channel: PushChannel
  words: PushWords
  preview: LivePush
}

/** Fills in the words on the server as one types. */
function usePushPreview(channel: PushChannel, content: PushWords, contactUuid: string | undefined): LivePush {
  const body = { channel, content, ...(contactUuid && { contact_uuid: contactUuid }) }
  return useLiveAnswer(previewPush, { body }, { stays: true })
}

/** What is wrong with a notification, each with its field, errors first. */
function PushProblems({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('templates')
  const placeName = usePlaceName()
  const isError = ({ severity }: Problem) => severity === 'error'
  const sorted = [...problems.filter(isError), ...problems.filter(problem => !isError(problem))]
  return (
    <div aria-live="polite" className="empty:hidden">
      {sorted.length > 0 && (
        <ul aria-label={t('problems.title')} className="rounded-3 border border-line bg-surface">
          {sorted.map(problem => (
            <li
              key={`${problem.place}.${problem.line}.${problem.column}.${problem.code}`}
              className="flex items-start gap-2.5 px-4 py-2 not-first:border-t not-first:border-line"
            >
              <Icon
                of={isError(problem) ? OctagonAlert : TriangleAlert}
                size={14}
                className={`mt-[3px] ${isError(problem) ? 'text-danger-ink' : 'text-warning-ink'}`}
              />
              <p className="min-w-0 flex-1 wrap-anywhere">
                <span className="sr-only">{t(isError(problem) ? 'problems.error' : 'problems.warning')} </span>
                {problemLine(t, problem)}
              </p>
              <span className="shrink-0 text-12 text-muted">{placeName(problem.place ?? '')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
