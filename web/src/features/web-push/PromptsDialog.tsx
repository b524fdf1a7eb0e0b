import { ACTIVITY } from '@notifly/contracts/roles/activities'
import type { Approval } from '@notifly/contracts/approvals/approvals'
import type { PromptPreferences } from '@notifly/contracts/web-push/prompts'
import { BellPlus, Check, Hourglass, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { useTranslateSentence } from '../../locales/use-translate-sentence.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { BellFields } from './BellFields.tsx'
import { LinkFields } from './LinkFields.tsx'
import {
  automaticPrompts,
  faultsOf,
  PROMPT_TYPES,
  type PromptType,
  TAB_OF,
  typesIn,
  withNew,
  without,
} from './prompt-drafts.ts'
import { PromptPreview, type PromptPreviewProps } from './PromptPreview.tsx'
import { SlideFields } from './SlideFields.tsx'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'

export interface PromptsDialogProps {
  /** The kind whose tab is open first. */
  first: PromptType
  saved: PromptPreferences
  site: PromptPreviewProps['site']
  isSaving: boolean
  /** Why the last save failed; the dialog stays. */
  failure: string | undefined
  /** The rejected request that is being corrected. */
  request: Approval | undefined
  onSave: (preferences: PromptPreferences) => void
  onClose: () => void
}

/** How visitors are asked: a tab for each kind of prompt, its fields beside what comes of them. */
export function PromptsDialog(props: PromptsDialogProps) {
  const { first, saved, site, isSaving, failure, request, onSave, onClose } = props
  const { t } = useTranslation(['prompts', 'common'])
  const approvalLabel = useApprovalLabel(ACTIVITY.platformWebpush)
  const [draft, setDraft] = useState(() => (saved[first] === undefined ? withNew(saved, first, startWords()) : saved))
  const [type, setType] = useState(first)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [question, setQuestion] = useState<'delete' | 'leave'>()
  const fields = useRef<HTMLDivElement>(null)
  const [next, setNext] = useState<{ focus: string }>()
  useEffect(() => {
    if (next) fields.current?.querySelector<HTMLElement>(next.focus)?.focus()
  }, [next])
  const [started] = useState(draft)
  const close = () => (draft === started ? onClose() : setQuestion('leave'))
  const translateSentence = useTranslateSentence()
  const faults = faultsOf(draft)
  const [, waiting] = automaticPrompts(draft)
  const tabs = PROMPT_TYPES.map(value => ({
    value,
    label: t(`type.${value}`),
    badge: draft[value] && <UseMark waits={value === waiting} />,
  }))
  const errorOf = (place: string) => {
    const fault = isTried || left.has(place) ? faults.get(place) : undefined
    return fault && translateSentence(fault)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const wrong = PROMPT_TYPES.filter(each => [...faults.keys()].some(place => place.startsWith(`${each}.`)))
    if (wrong[0] === undefined) return onSave(draft)
    setTried(true)
    setType(wrong.includes(type) ? type : wrong[0])
    setNext({ focus: '[aria-invalid="true"]' })
  }

  return (
    <Dialog
      size="xl"
      bare
      onOpenChange={close}
      onSubmit={save}
      title={t('title')}
      description={t('lead', { site: site.name })}
      footerStart={
        draft[type] &&
        (typesIn(draft).length === 1 ? (
          <p className="text-12 text-muted">{t('delete.last')}</p>
        ) : (
          <Button variant="ghost" icon={Trash2} onClick={() => setQuestion('delete')}>
            {t(`delete.${TAB_OF[type]}`)}
          </Button>
        ))
      }
      footer={
        <>
          <Button onClick={close}>{t('common:ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSaving}>
            {approvalLabel(t('save'))}
          </Button>
        </>
      }
    >
      {request && (
        <div className="px-5 pb-3">
          <ReopenBanner request={request} />
        </div>
      )}
      <Tabs tabs={tabs} value={type} onChange={setType} label={t('title')} className="[&>[role=tablist]]:px-5">
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <div ref={fields} className="flex flex-col gap-4 px-5 pb-5">
            {failure && <Alert tone="danger">{failure}</Alert>}
            <OrderField type={type} draft={draft} onChange={setDraft} />
            <Fields
              type={type}
              draft={draft}
              errorOf={errorOf}
              onChange={setDraft}
              onLeft={place => setLeft(places => new Set(places).add(place))}
              onAdd={() => {
                setDraft(withNew(draft, type, startWords()))
                setNext({ focus: '[role="radio"][aria-checked="true"], [role="switch"]' })
              }}
            />
          </div>
          <div className="bg-sunken px-5 py-4 lg:-mt-4 lg:border-s lg:border-line">
            <PromptPreview key={type} type={type} preferences={draft} site={site} />
          </div>
        </div>
      </Tabs>
      <ConfirmDialog
        open={question === 'delete'}
        finalFocus={draft[type] === undefined ? fields : undefined}
        onOpenChange={() => setQuestion(undefined)}
        title={t(`delete.${TAB_OF[type]}Title`)}
        action={t(`delete.${TAB_OF[type]}`)}
        onConfirm={() => {
          setQuestion(undefined)
          setDraft(without(draft, type))
        }}
      >
        <p>{t('delete.text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'leave'}
        onOpenChange={() => setQuestion(undefined)}
        title={t('leave.title')}
        action={t('leave.action')}
        onConfirm={onClose}
      >
        {t('leave.text')}
      </ConfirmDialog>
    </Dialog>
  )

  function startWords() {
    return {
      accept: t('start.accept'),
      reject: t('start.reject'),
      subscribe: t('start.subscribe'),
      unsubscribe: t('start.unsubscribe'),
    }
  }
}

/** In use, or waiting for another: a word, or on a phone, where three of them have no room, its sign. */
function UseMark({ waits }: { waits: boolean }) {
  const { t } = useTranslation('prompts')
  return (
    <>
      <span className="max-sm:sr-only">
        {waits ? <Badge>{t('order.waits')}</Badge> : <Badge type="light-green">{t('active')}</Badge>}
      </span>
      <Icon of={waits ? Hourglass : Check} size={12} className={cx('sm:hidden', !waits && 'text-success-ink')} />
    </>
  )
}

/** Which of two that would ask by themselves does; nothing where there are no two, and beside what never asks. */
function OrderField({ type, draft, onChange }: Pick<FieldsProps, 'type' | 'draft' | 'onChange'>) {
  const { t } = useTranslation('prompts')
  const types = automaticPrompts(draft)
  const [first] = types
  if (first === undefined || types.length < 2 || type === 'custom_link') return null
  return (
    <Field label={t('order.label')} help={t(`order.help.${first}`)}>
      <Segmented
        block
        segments={types
          .toSorted((a, b) => PROMPT_TYPES.indexOf(a) - PROMPT_TYPES.indexOf(b))
          .map(value => ({ value, label: t(`type.${value}`) }))}
        value={first}
        onChange={active => onChange({ ...draft, active })}
      />
    </Field>
  )
}

interface FieldsProps {
  type: PromptType
  draft: PromptPreferences
  errorOf: (place: string) => string | undefined
  onChange: (draft: PromptPreferences) => void
  onLeft: (place: string) => void
  onAdd: () => void
}

function Fields({ type, draft, errorOf, onChange, onLeft, onAdd }: FieldsProps) {
  const { t } = useTranslation('prompts')
  const { subscription_bell: bell, slide_prompt: slide, custom_link: link } = draft
  const within = {
    errorOf: (place: string) => errorOf(`${type}.${place}`),
    onLeft: (place: string) => onLeft(`${type}.${place}`),
  }
  if (type === 'subscription_bell' && bell) {
    return <BellFields prompt={bell} onChange={next => onChange({ ...draft, subscription_bell: next })} {...within} />
  }
  if (type === 'slide_prompt' && slide) {
    return <SlideFields prompt={slide} onChange={next => onChange({ ...draft, slide_prompt: next })} {...within} />
  }
  if (type === 'custom_link' && link) {
    return <LinkFields prompt={link} onChange={next => onChange({ ...draft, custom_link: next })} {...within} />
  }
  return (
    <StateCard
      kind="empty"
      icon={BellPlus}
      title={t(`none.${type}`)}
      actions={
        <Button variant="primary" icon={BellPlus} onClick={onAdd}>
          {t(`add.${TAB_OF[type]}`)}
        </Button>
      }
    >
      {t(`about.${type}`)}
    </StateCard>
  )
}
