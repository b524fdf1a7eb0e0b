import { type Image, listImages } from '@notifly/contracts/images/images'
import { Images, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LoadingNote } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { ListSearch } from '../lists/ListSearch.tsx'
import { NothingFound } from '../lists/NothingFound.tsx'
import { ReadFailure } from '../states/ReadFailure.tsx'
import { ImageDrop, useImageDrop } from './ImageDrop.tsx'
import { IMAGES_PER_PAGE, ImageTiles, TilesGhost } from './ImageTiles.tsx'
import { useImageUploads } from './use-image-uploads.ts'

interface ImagePickerProps {
  onPick: (image: Image) => void
  onClose: () => void
}

/** Chooses an image of the library, or adds one and takes that. */
export function ImagePicker({ onPick, onClose }: ImagePickerProps) {
  const { t } = useTranslation('images')
  const isTaken = useRef(false)
  // Of several that are added the first one is chosen; the others are in the library.
  const uploads = useImageUploads(undefined, image => {
    if (!isTaken.current) onPick(image)
    isTaken.current = true
  })
  const drop = useImageDrop(uploads)
  return (
    <Dialog size="xl" onOpenChange={onClose} title={t('picker.title')} description={t('picker.lead')}>
      <ImageDrop drop={drop}>
        <Choice onPick={onPick} browse={drop.browse} />
      </ImageDrop>
    </Dialog>
  )
}

function Choice({ onPick, browse }: { onPick: (image: Image) => void; browse: () => void }) {
  const { t } = useTranslation('images')
  const [{ search, page }, setPlace] = useState({ search: '', page: 1 })
  const list = useReadPage(listImages, { query: { search, page, per_page: IMAGES_PER_PAGE } })
  const change = (next: { search?: string; page?: number }) => setPlace({ search, page, ...next })
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
      {!(isNone && search === '') && (
        <Toolbar end={add}>
          <ListSearch search={search} change={change} placeholder={t('find')} />
        </Toolbar>
      )}
      {rows === undefined && (
        <>
          <LoadingNote />
          <TilesGhost />
        </>
      )}
      {isNone && search === '' && (
        <StateCard kind="empty" icon={Images} title={t('none')} actions={add}>
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
