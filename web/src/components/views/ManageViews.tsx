import { deleteView, listViews, type SavedView, updateView, VIEW_NAME_MAX } from '@notifly/contracts/views/views'
import { RefreshCw, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { Query } from './query.ts'

interface ManageViewsProps {
  views: readonly SavedView[]
  /** The list's current parameters. */
  query: Query
  onClose: () => void
}

/** The reader's views of a list: rename, share, update to the list's current state, or delete them. */
export function ManageViews({ views, query, onClose }: ManageViewsProps) {
  const { t } = useTranslation(['views', 'common'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('manageTitle')}
      footer={<Button onClick={onClose}>{t('common:ui.close')}</Button>}
    >
      {views.length === 0 ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {views.map(view => (
            <OneView key={view.uuid} view={view} query={query} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function OneView({ view: { uuid, name, shared }, query }: { view: SavedView; query: Query }) {
  const { t } = useTranslation(['views', 'common'])
  const [typed, setTyped] = useState(name)
  const done = (message: string) => () => announce({ tone: 'success', message })
  const write = useWrite(updateView, { refreshes: [listViews], failure: 'form', onDone: done(t('updated')) })
  const remove = useWrite(deleteView, { refreshes: [listViews], onDone: done(t('deleted')) })
  const change = (body: { name?: string; shared?: boolean; query?: Query }) => write.mutate({ params: { uuid }, body })
  const rename = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (typed.trim() !== '' && typed.trim() !== name) change({ name: typed })
  }
  return (
    <li className="flex flex-col gap-1.5">
      <form onSubmit={rename} className="flex items-start gap-1">
        <Field
          label={t('rename', { name })}
          hideLabel
          error={write.error && translateSentence(write.error)}
          className="flex-1"
        >
          <TextInput value={typed} onChange={event => setTyped(event.currentTarget.value)} maxLength={VIEW_NAME_MAX} />
        </Field>
        {typed.trim() !== name && (
          <Button type="submit" loading={write.isPending}>
            {t('common:ui.save')}
          </Button>
        )}
        <IconButton icon={RefreshCw} label={t('update', { name })} onClick={() => change({ query })} />
        <IconButton
          icon={Trash2}
          label={t('delete', { name })}
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { uuid } })}
        />
      </form>
      <Checkbox checked={shared} onChange={next => change({ shared: next })} label={t('share')} />
    </li>
  )
}
