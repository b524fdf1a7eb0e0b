import type { Brand } from '@notifly/contracts/brand/brand'
import { useTranslation } from 'react-i18next'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import type { Starter } from '../../../components/email/starters/starter-content.ts'
import { SearchInput } from '../../../ui/controls/SearchInput.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { visualStarter } from '../visual/model/starters.ts'
import { useBlockWord } from '../visual/use-block-word.ts'
import { CATEGORIES, type Category, DESIGN_IDS, type DesignId } from './design-ids.ts'
import { DesignCard, type Shown } from './DesignCard.tsx'
import { DESIGNS, designContent } from './designs.ts'
import { TeamContent, type TeamContentProps } from './TeamContent.tsx'

export type GalleryStart = DesignId | Starter

/** What the address says of the gallery, and what leads away from it. */
export interface GalleryState extends TeamContentProps {
  category: Category | undefined
  search: string
  onFilter: (filter: { category?: Category | undefined; search?: string }) => void
}

interface DesignGalleryProps extends GalleryState {
  brand: Brand | undefined
  onChoose: (start: GalleryStart) => void
}

/** Every design that a mail of blocks may begin with. */
export function DesignGallery({ brand, category, search, onFilter, onChoose, ...own }: DesignGalleryProps) {
  const { t } = useTranslation('gallery')
  const cards = useCards(brand)
  const found = cards.filter(card => (!category || card.category === category) && matches(card, search))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchInput value={search} onChange={next => onFilter({ search: next })} placeholder={t('find')} shortcut />
        <Segmented
          wrap
          aria-label={t('categoriesLabel')}
          value={category ?? 'all'}
          onChange={next => onFilter({ category: next === 'all' ? undefined : next })}
          segments={[
            { value: 'all', label: t('all') },
            ...CATEGORIES.map(value => ({ value, label: t(`categories.${value}`) })),
          ]}
        />
      </div>
      <TeamContent {...own} />
      {found.length === 0 ? (
        <NothingFound
          framed
          filtered={category !== undefined}
          title={search.trim() === '' ? t('noneHere') : t('none', { search })}
          onClear={() => onFilter({ category: undefined, search: '' })}
        />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {found.map(card => (
            <li key={card.start}>
              <DesignCard {...card} onChoose={() => onChoose(card.start)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface Card extends Shown {
  start: GalleryStart
  category: Category
  subject: string
}

/** An empty mail, the gallery's designs, and what is simpler than these. */
function useCards(brand: Brand | undefined): readonly Card[] {
  const { t, i18n } = useTranslation('gallery')
  const { t: ofTemplates } = useTranslation('templates')
  const word = useBlockWord()
  const { language } = i18n
  const basic = (start: 'blank' | 'letter' | 'announcement'): Card => ({
    start,
    category: 'basic',
    name: ofTemplates(`starters.names.${start}`),
    text: start === 'blank' ? ofTemplates('starters.blankPage') : ofTemplates(`starters.texts.${start}`),
    subject: '',
    needs: [],
    mjml: () => (start === 'blank' ? undefined : visualStarter(start, ofTemplates, { brand, word, language }).mjml),
  })
  const designs = DESIGN_IDS.map((start): Card => ({
    start,
    category: DESIGNS[start].category,
    name: t(`designs.${start}.name`),
    text: t(`designs.${start}.text`),
    subject: t(`designs.${start}.subject`, { skipInterpolation: true }),
    needs: DESIGNS[start].needs ?? [],
    mjml: () => designContent(start, { brand, word, language, t }).mjml,
  }))
  return [basic('blank'), ...designs, basic('letter'), basic('announcement')]
}

function matches({ name, text, subject, needs }: Card, search: string): boolean {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const said = [name, text, subject, ...needs].join(' ').toLocaleLowerCase()
  return words.every(each => said.includes(each))
}
