import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { TemplateContent } from '@notifly/contracts/templates/templates'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import { PushDevices } from '../../../../components/web-push/PushDevices.tsx'
import { PushButtonFields, PushPictureFields, PushWordFields } from '../../../../components/web-push/PushFields.tsx'
import { pushWordsOf, type PushWords } from '../../../../components/web-push/push-look.ts'
import { TestPushDialog } from '../../../../components/web-push/TestPushDialog.tsx'
import { usePushLook } from '../../../../components/web-push/use-push-look.ts'
import { useCan } from '../../../../components/session/use-session.ts'
import { say } from '../../../../locales/say.ts'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ContactBar, useSeenAs } from '../ContactBar.tsx'
import { PUSH, type PushEditorContent } from '../content.ts'
import { EditorFrame } from '../EditorFrame.tsx'
import { type EditorProps, type EditorState, useEditor } from '../use-editor.ts'
import { PushProblems } from './PushProblems.tsx'
import { type LivePush, usePushPreview } from './use-push-preview.ts'

/** The editor of a notification: what is written at the start, the devices that show it at the end. */
export function PushEditor(props: EditorProps) {
  const { slug } = props
  const state = useEditor({ kind: PUSH, ...props })
  const as = useSeenAs()
  const { content } = state
  const words = useMemo(() => pushWordsOf(content), [content])
  const preview = usePushPreview(words, as)
  return (
    <EditorFrame
      {...props}
      state={state}
      list="Webpush"
      stacked
      testActivity={ACTIVITY.campaignWebpush}
      test={dialog =>
        dialog.open && <TestPushDialog slug={slug} channel="webpush" content={words} contactUuid={as} {...dialog} />
      }
      look={version => <VersionLook slug={slug} content={version} />}
    >
      <Writing state={state} preview={preview} />
      <Looks slug={slug} words={words} preview={preview} />
    </EditorFrame>
  )
}

interface WritingProps {
  state: EditorState<PushEditorContent>
  preview: LivePush
}

function Writing({ state, preview }: WritingProps) {
  const { t } = useTranslation('messages')
  const fields = useMergeFields(useCan(ACTIVITY.audience, 'read'))
  const { content, change, faultOf, maySave } = state
  const shared = { channel: 'webpush', words: content, change, fields, faultOf, readOnly: !maySave } as const
  return (
    <section className="min-w-0 md:min-h-0 md:overflow-y-auto">
      <div className="flex max-w-180 flex-col gap-8 p-6 max-sm:p-4">
        <PushProblems problems={preview.data?.problems ?? []} />
        <PushWordFields {...shared} />
        <Group title={t('push.look')}>
          <PushPictureFields {...shared} />
        </Group>
        <Group title={t('push.buttons')} help={t('push.buttonsHelp')}>
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

function Looks({ slug, words, preview }: { slug: string; words: PushWords; preview: LivePush }) {
  const { t } = useTranslation(['messages', 'common'])
  const { data, error, again } = preview
  return (
    <section
      aria-label={t('onDevice')}
      className="flex min-w-0 flex-col border-line max-md:border-t md:min-h-0 md:overflow-y-auto md:border-s"
    >
      <ContactBar current={data?.contact} />
      <div className="flex flex-col gap-4 p-6 max-sm:p-4">
        {error && (
          <Alert
            tone="warning"
            action={
              <Button size="sm" onClick={again}>
                {t('common:ui.retry')}
              </Button>
            }
          >
            {say(error)}
          </Alert>
        )}
        <FilledLook slug={slug} words={words} preview={preview} />
      </div>
    </section>
  )
}

function VersionLook({ slug, content }: { slug: string; content: TemplateContent }) {
  const words = useMemo(() => pushWordsOf(content), [content])
  return (
    <div className="overflow-y-auto p-5">
      <FilledLook slug={slug} words={words} preview={usePushPreview(words, undefined)} />
    </div>
  )
}

const NOBODY = { contact: null, fields: {} }

/** As the server filled it in; as it was written until then. */
function FilledLook({ slug, words, preview: { data } }: { slug: string; words: PushWords; preview: LivePush }) {
  const look = usePushLook({ slug, channel: 'webpush', words: data ?? words }, NOBODY)
  return <PushDevices channel="webpush" words={words} look={look} />
}
