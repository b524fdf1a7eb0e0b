import { MousePointerClick } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { StateCard } from '../../../../ui/feedback/StateCard.tsx'
import { kindOf } from '../model/kinds.ts'
import { blockAt } from '../model/places.ts'
import { useVisualShared } from '../visual-context.ts'
import { AttributeField } from './AttributeField.tsx'
import { FIELDS } from './fields.ts'
import { GroupFields } from './GroupFields.tsx'
import { HtmlFields, KeptNote, TextNote } from './HtmlFields.tsx'
import { SaveBlock } from './saved/SaveBlock.tsx'
import { SavedPanel } from './saved/SavedPanel.tsx'
import { HeadingFields, ImageFields, LayoutFields, SocialFields } from './OwnFields.tsx'

/** What the chosen block is like. */
export function BlockPanel() {
  const { t } = useTranslation('visual')
  const { visual } = useVisualShared()
  const found = blockAt(visual.root, visual.chosen)
  if (!found) {
    return (
      <StateCard kind="empty" icon={MousePointerClick} title={t('panel.none')}>
        {t('panel.noneText')}
      </StateCard>
    )
  }
  const { block } = found
  const kind = kindOf(block)
  if (kind === 'saved' && block.kind === 'group') return <SavedPanel key={block.id} group={block} />
  if (block.kind === 'group') {
    return (
      <div key={block.id} className="flex flex-col gap-4">
        <GroupFields group={block} />
        <SaveBlock block={block} path={found.path} />
      </div>
    )
  }
  return (
    <div key={block.id} className="flex flex-col gap-4">
      {kind === 'heading' && <HeadingFields node={block} />}
      {kind === 'image' && <ImageFields node={block} />}
      {kind === 'social' && <SocialFields node={block} />}
      {(kind === 'section' || kind === 'footer') && <LayoutFields node={block} />}
      {kind === 'html' && <HtmlFields node={block} />}
      {(kind === 'text' || kind === 'heading' || kind === 'button') && <TextNote node={block} />}
      {kind === 'other' && <KeptNote tag={block.tag} />}
      {FIELDS[kind].map(spec => (
        <AttributeField key={spec.name} node={block} spec={spec} />
      ))}
      <SaveBlock block={block} path={found.path} />
    </div>
  )
}
