import {
  listTags,
  TAG_CALLS,
  TAG_LENGTH_MAX,
  TAGS_MAX,
  tag as tagSchema,
  type TaggedKind,
} from '@notifly/contracts/tags/tags'
import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/queries.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CountChip } from '../../ui/controls/ChipButton.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { PartFailure } from '../states/PartFailure.tsx'
import { refreshTags, type Tagged } from './tag-calls.ts'

export interface TagsDialogProps {
  kind: TaggedKind
  things: readonly Tagged[]
  onClose: () => void
  onDone?: () => void
}

const OFFERED = 12

/**
 * Changes the tags of one or more objects. Tags that are removed are removed from all of them, new ones are added to
 * all, and the others stay as they are.
 */
export function TagsDialog({ kind, things, onClose, onDone }: TagsDialogProps) {
  const { t } = useTranslation(['tags', 'common'])
  const before = [...new Set(things.flatMap(({ tags = [] }) => tags))].toSorted()
  const [tags, setTags] = useState<readonly string[]>(before)
  const [added, setAdded] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const { data: known = [], error, refetch } = useRead(listTags, { query: { kind } })
  const write = useWrite(TAG_CALLS[kind], {
    failure: 'form',
    success: 'silent',
    onDone: async () => {
      await refreshTags(kind)
      onClose()
      onDone?.()
    },
  })
  const typed = tagSchema.safeParse(text)
  const isTyped = text.trim() !== ''
  const add = (tag: string) => {
    setText('')
    if (!tags.includes(tag)) setTags([...tags, tag])
    if (!added.includes(tag)) setAdded([...added, tag])
  }
  const take = (tag: string) => {
    setTags(tags.filter(each => each !== tag))
    setAdded(added.filter(each => each !== tag))
  }
  const offered = known
    .map(({ tag }) => tag)
    .filter(tag => !tags.includes(tag) && tag.includes(text.trim().toLowerCase()))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ',' && !(event.key === 'Enter' && isTyped)) return
    event.preventDefault()
    if (typed.success) add(typed.data)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const all = isTyped && typed.success && !added.includes(typed.data) ? [...added, typed.data] : added
    if (isTyped && !typed.success) return
    const remove = before.filter(tag => !tags.includes(tag) && !all.includes(tag))
    write.mutate({ body: { uuids: things.map(({ uuid }) => uuid), add: [...all], remove } })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('edit', { count: things.length })}
      description={t('help')}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t('common:ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={write.isPending}>
            {t('common:ui.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {write.error && (
          <Alert tone="danger" live>
            {translateSentence(write.error)}
          </Alert>
        )}
        {tags.length > 0 && (
          <ul aria-label={t('title')} className="flex flex-wrap gap-1.5">
            {tags.map(tag => (
              <li key={tag} className="flex h-6 items-center rounded-1 bg-neutral-soft ps-1.5 text-12">
                <bdi className="max-w-60 truncate">{tag}</bdi>
                <button
                  type="button"
                  aria-label={t('common:ui.remove', { what: tag })}
                  onClick={() => take(tag)}
                  className="grid size-6 place-items-center rounded-1 text-muted hover:text-ink"
                >
                  <Icon of={X} size={12} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <Field
          label={t('add')}
          help={t('addHelp', { count: TAGS_MAX })}
          error={isTyped && !typed.success ? t('wrong') : undefined}
        >
          <TextInput
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            maxLength={TAG_LENGTH_MAX}
            autoComplete="off"
            autoFocus
          />
        </Field>
        {error && <PartFailure error={error} title={t('failed')} onRetry={() => void refetch()} />}
        {offered.length > 0 && (
          <div role="group" aria-label={t('known')} className="flex flex-wrap gap-1.5">
            {offered.slice(0, OFFERED).map(tag => (
              <CountChip key={tag} label={tag} pressed={false} onPress={() => add(tag)} />
            ))}
          </div>
        )}
      </div>
    </Dialog>
  )
}
