import type { TaggedKind } from '@notifly/contracts/tags/tags'
import { Tag } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { TagChips } from './TagChips.tsx'
import { TagsDialog } from './TagsDialog.tsx'
import type { Tagged } from './tag-calls.ts'

export interface TagsButtonProps {
  kind: TaggedKind
  thing: Tagged
  mayTag: boolean
  /** Shows the tags before the button. */
  chips?: boolean
}

/** The tags of one object, on the page that shows or edits it. They are saved separately from its form. */
export function TagsButton({ kind, thing, mayTag, chips = false }: TagsButtonProps) {
  const { t } = useTranslation('tags')
  const [isOpen, setOpen] = useState(false)
  const { tags = [] } = thing
  return (
    <>
      {chips && tags.length > 0 && <TagChips tags={tags} />}
      {mayTag && (
        <Button size="sm" variant="ghost" icon={Tag} onClick={() => setOpen(true)}>
          <span className={chips ? undefined : 'max-md:sr-only'}>
            {chips || tags.length === 0 ? t('button') : t('count', { count: tags.length })}
          </span>
        </Button>
      )}
      {isOpen && <TagsDialog kind={kind} things={[thing]} onClose={() => setOpen(false)} />}
    </>
  )
}
