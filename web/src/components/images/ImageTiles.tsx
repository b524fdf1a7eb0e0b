import type { Image } from '@notifly/contracts/images/images'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import type { TableSelection } from '../../ui/table/table-types.ts'
import { useDisplay } from '../display/use-display.ts'
import { ownPath } from './own-path.ts'

/** Fits rows of two to eight. */
export const IMAGES_PER_PAGE = 24

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-4 max-sm:flex max-sm:flex-col max-sm:gap-2'

interface ImageTilesProps {
  images: readonly Image[]
  label: string
  onOpen: (image: Image) => void
  /** Id of the open or selected image. */
  current?: string | undefined
  /** Allows selecting several images. */
  selection?: Pick<TableSelection, 'ids' | 'onChange'> | undefined
}

/** Thumbnails with their names; a list on a phone. */
export function ImageTiles({ images, label, onOpen, current, selection }: ImageTilesProps) {
  return (
    <ul aria-label={label} className={grid}>
      {images.map(image => (
        <li key={image.uuid} className="relative min-w-0">
          <Tile
            image={image}
            isCurrent={image.uuid === current}
            hasTick={selection !== undefined}
            onOpen={() => onOpen(image)}
          />
          {selection && <Tick image={image} selection={selection} />}
        </li>
      ))}
    </ul>
  )
}

function Tick({
  image: { uuid, name },
  selection,
}: {
  image: Image
  selection: Pick<TableSelection, 'ids' | 'onChange'>
}) {
  const { t } = useTranslation('images')
  const { ids, onChange } = selection
  return (
    // Larger than the visible checkbox, for fingers.
    <span className="absolute start-1 top-1 grid size-9 place-items-center max-sm:start-auto max-sm:end-1 max-sm:top-[calc(50%-1.125rem)]">
      <Checkbox
        aria-label={t('move.select', { name })}
        checked={ids.has(uuid)}
        onChange={isChosen => onChange(new Set(isChosen ? [...ids, uuid] : [...ids].filter(id => id !== uuid)))}
      />
    </span>
  )
}

interface TileProps {
  image: Image
  isCurrent: boolean
  /** A checkbox lies over it, on a phone at its end. */
  hasTick: boolean
  onOpen: () => void
}

function Tile({ image, isCurrent, hasTick, onOpen }: TileProps) {
  const { t } = useTranslation('images')
  const { bytes } = useDisplay()
  const { name, alt, thumbnail, width, height, size_bytes } = image
  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      onClick={onOpen}
      className={cx(
        'group flex w-full flex-col overflow-clip rounded-3 border bg-surface text-start max-sm:flex-row max-sm:items-center',
        isCurrent ? 'border-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <span className="flex h-32 w-full shrink-0 items-center justify-center bg-sunken p-2 max-sm:size-20">
        <img
          src={ownPath(thumbnail)}
          alt=""
          loading="lazy"
          decoding="async"
          className="max-h-full max-w-full object-contain"
        />
      </span>
      <span className={cx('flex w-full min-w-0 flex-col px-3 py-2', hasTick && 'max-sm:pe-11')}>
        <span className="truncate font-medium group-hover:text-accent-ink" title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className="tnum truncate text-12 text-muted">
          {t('size', { width, height })} · {bytes(size_bytes)}
        </span>
        <span className={cx('truncate text-12', alt === '' ? 'text-warning-ink' : 'text-muted')} title={alt}>
          {alt === '' ? t('noAlt') : <bdi>{alt}</bdi>}
        </span>
      </span>
    </button>
  )
}

/** About as high as the first rows. */
export function TilesSkeleton() {
  return (
    <div className={grid}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="h-20 sm:h-50">
          <Skeleton height="100%" className="rounded-3" />
        </div>
      ))}
    </div>
  )
}
