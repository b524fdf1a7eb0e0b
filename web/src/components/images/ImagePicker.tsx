import { type Image, listImageFolders, listImages } from '@notifly/contracts/images/images'
import { Images, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useReadPage } from '../../api/queries.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LoadingNote } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { ListSearch } from '../lists/ListSearch.tsx'
import { NothingFound } from '../lists/NothingFound.tsx'
import { ReadFailure } from '../states/ReadFailure.tsx'
import { ImageDrop, useImageDrop } from './ImageDrop.tsx'
import { IMAGES_PER_PAGE, ImageTiles, TilesSkeleton } from './ImageTiles.tsx'
import { useImageUploads } from './use-image-uploads.ts'

interface ImagePickerProps {
  onPick: (image: Image) => void
  onClose: () => void
}

/** Selects an image from the library, or uploads one and selects it. */
export function ImagePicker({ onPick, onClose }: ImagePickerProps) {
  const { t } = useTranslation('images')
  const isTaken = useRef(false)
  const [place, setPlace] = useState<Place>({ search: '', page: 1, folder: null })
  // If several are uploaded, the first one is selected; the others are added to the library.
  const uploads = useImageUploads(place.folder ?? undefined, image => {
    if (!isTaken.current) onPick(image)
    isTaken.current = true
  })
  const drop = useImageDrop(uploads)
  return (
    <Dialog size="xl" onOpenChange={onClose} title={t('picker.title')} description={t('picker.lead')}>
      <ImageDrop drop={drop}>
        <Choice onPick={onPick} browse={drop.browse} place={place} onPlace={setPlace} />
      </ImageDrop>
    </Dialog>
  )
}

/** The current position in the library. */
interface Place {
  search: string
  page: number
  /** Null: all images. */
  folder: string | null
}

interface ChoiceProps {
  onPick: (image: Image) => void
  browse: () => void
  place: Place
  onPlace: (place: Place) => void
}

function Choice({ onPick, browse, place, onPlace }: ChoiceProps) {
  const { t } = useTranslation('images')
  const { data, error, errorUpdateCount, refetch } = useRead(listImageFolders, {})
  const folders = data ?? []
  const isMissed = data === undefined && errorUpdateCount > 0
  const { search, page, folder } = place
  const query = { search, page, per_page: IMAGES_PER_PAGE, ...(folder !== null && { folder_uuid: folder }) }
  const list = useReadPage(listImages, { query })
  const change = (next: Partial<Place>) => onPlace({ ...place, ...next })
  const add = (
    <Button icon={Upload} onClick={browse}>
      {t('upload.action')}
    </Button>
  )
  if (list.error && !list.data) {
    return <ReadFailure error={list.error} title={t('failed')} framed={false} onRetry={() => void list.refetch()} />
  }
  const rows = list.data?.rows
  const isNone = rows?.length === 0
  return (
    <>
      {!(isNone && search === '' && folder === null) && (
        <Toolbar find={<ListSearch search={search} change={change} placeholder={t('find')} />} end={add}>
          {(folders.length > 0 || isMissed) && (
            <FilterChip
              label={t('folder.one')}
              allText={t('folder.any')}
              options={folders.map(({ uuid, name }) => ({ value: uuid, label: name }))}
              value={folder}
              onChange={next => change({ folder: next, page: 1 })}
              onRetry={error ? () => void refetch() : undefined}
            />
          )}
        </Toolbar>
      )}
      {rows === undefined && (
        <>
          <LoadingNote />
          <TilesSkeleton />
        </>
      )}
      {isNone && search === '' && (
        <StateCard kind="empty" icon={Images} title={t('none')} actions={folder === null && add}>
          {t('noneText')}
        </StateCard>
      )}
      {isNone && search !== '' && (
        <NothingFound title={t('nothing', { search })} onClear={() => change({ search: '', page: 1 })} />
      )}
      {rows && rows.length > 0 && <ImageTiles images={rows} label={t('title')} onOpen={onPick} />}
      {list.data && list.data.paging.total > IMAGES_PER_PAGE && (
        <Pagination
          page={page}
          perPage={IMAGES_PER_PAGE}
          total={list.data.paging.total}
          onPage={next => change({ page: next })}
        />
      )}
    </>
  )
}
