import type { PromptPreferences } from '@notifly/contracts/prompts'
import { BellPlus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverText } from '../../../locales/server-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { BellFields } from './BellFields.tsx'
import { LinkFields } from './LinkFields.tsx'
import { faultsOf, PROMPT_TYPES, type PromptType, TAB_OF, typesIn, withNew, without } from './prompt-drafts.ts'
import { PromptPreview, type PromptPreviewProps } from './PromptPreview.tsx'
import { SlideFields } from './SlideFields.tsx'

export interface PromptsDialogProps {
  /** The kind whose tab is open first. */
  first: PromptType
  saved: PromptPreferences
  site: PromptPreviewProps['site']
  isSaving: boolean
  /** Why the last save failed; the dialog stays. */
  failure: string | undefined
  onSave: (preferences: PromptPreferences) => void
  onClose: () => void
}

/** How visitors are asked: a tab for each kind of prompt, its fields beside what comes of them. */
export function PromptsDialog({ first, saved, site, isSaving, failure, onSave, onClose }: PromptsDialogProps) {
  const { t } = useTranslation(['prompts', 'common'])
  const [draft, setDraft] = useState(() => (saved[first] === undefined ? withNew(saved, first, startWords()) : saved))
  const [type, setType] = useState(first)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const faults = faultsOf(draft)
  const tabs = PROMPT_TYPES.map(value => ({
    value,
    label: t(`type.${value}`),
    badge: draft[value] && <Badge type="light-green">{t('active')}</Badge>,
  }))
  const errorOf = (place: string) => {
    const message = isTried || left.has(place) ? faults.get(place) : undefined
    return message && serverText(message)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    const wrong = PROMPT_TYPES.find(each => [...faults.keys()].some(place => place.startsWith(`${each}.`)))
    if (wrong === undefined) onSave(draft)
    else setType(wrong)
  }

  return (
    <Dialog
      open
      size="xl"
      bare
      onOpenChange={onClose}
      onSubmit={save}
      title={t('title')}
      description={t('lead', { site: site.name })}
      footerStart={
        draft[type] && (
          <Button variant="ghost" icon={Trash2} onClick={() => setDeleting(true)}>
            {t(`delete.${TAB_OF[type]}`)}
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>{t('common:ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSaving} disabled={typesIn(draft).length === 0}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Tabs tabs={tabs} value={type} onChange={setType} label={t('title')} className="[&>[role=tablist]]:px-5">
        <div className="grid min-h-0 lg:grid-cols-[5fr_7fr]">
          <div className="flex flex-col gap-4 px-5 pb-5">
            {failure && <Alert tone="danger">{failure}</Alert>}
            <Fields
              type={type}
              draft={draft}
              errorOf={errorOf}
              onChange={setDraft}
              onLeft={place => setLeft(places => new Set(places).add(place))}
              onAdd={() => setDraft(withNew(draft, type, startWords()))}
            />
          </div>
          <div className="bg-sunken px-5 py-4 lg:-mt-4 lg:border-s lg:border-line">
            <PromptPreview key={type} type={type} preferences={draft} site={site} />
          </div>
        </div>
      </Tabs>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={t(`delete.${TAB_OF[type]}Title`)}
        action={t(`delete.${TAB_OF[type]}`)}
        onConfirm={() => {
          setDeleting(false)
          setDraft(without(draft, type))
        }}
      >
        <p>{t('delete.text')}</p>
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
