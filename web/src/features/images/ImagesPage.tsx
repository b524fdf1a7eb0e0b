import { type Image, type ImageFolder, listImageFolders, listImages } from '@notifly/contracts/images/images'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { FolderPlus, Images, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead, useReadPage } from '../../api/queries.ts'
import { ImageDrop, useImageDrop } from '../../components/images/ImageDrop.tsx'
import { IMAGES_PER_PAGE, ImageTiles, TilesSkeleton } from '../../components/images/ImageTiles.tsx'
import { useImageUploads } from '../../components/images/use-image-uploads.ts'
import { listFields } from '../../components/lists/list-state.ts'
import { ListSearch } from '../../components/lists/ListSearch.tsx'
import { useLastPage } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { TemplateTabs } from '../../components/navigation/TemplateTabs.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useCan } from '../../components/session/use-session.ts'
import { PartFailure } from '../../components/states/PartFailure.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LoadingNote } from '../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { FolderDialog } from './FolderDialog.tsx'
import { FolderTiles } from './FolderTiles.tsx'
import { ImageDrawer } from './ImageDrawer.tsx'
import { useImageSelection } from './use-image-selection.tsx'

const state = z.object({ ...listFields, folder: z.optional(z.uuid()) })

/** The library of images: folders, then what is in none or in all of them, or one folder. */
export function ImagesPage() {
  const { t } = useTranslation('images')
  const slug = useSlug()
  const [{ folder }] = useUrlState(state)
  const mayAdd = useCan(ACTIVITY.templateEmail, 'create')
  const folders = useRead(listImageFolders, {})
  const opened = folders.data?.find(each => each.uuid === folder)
  const drop = useImageDrop(useImageUploads(folder), !mayAdd)
  return (
    <TitledPage
      title={opened?.name ?? t('title')}
      facts={t('lead')}
      {...(folder !== undefined && { crumbs: [{ label: t('title'), href: paths.images(slug) }] })}
      actions={
        mayAdd && (
          <Button variant="primary" icon={Upload} onClick={drop.browse}>
            {t('upload.action')}
          </Button>
        )
      }
    >
      <TemplateTabs value="Images" />
      <ImageDrop drop={drop}>
        <Library
          key={folder}
          folder={folder}
          folders={folders.data ?? []}
          note={
            folders.error &&
            !folders.data && (
              <PartFailure
                className="mb-4"
                error={folders.error}
                title={t('folder.failed')}
                onRetry={() => void folders.refetch()}
              />
            )
          }
          browse={mayAdd ? drop.browse : undefined}
        />
      </ImageDrop>
    </TitledPage>
  )
}

const NO_IMAGES: readonly Image[] = []

interface LibraryProps {
  folder: string | undefined
  folders: readonly ImageFolder[]
  /** Above the images, where these could be read. */
  note: ReactNode
  /** Absent for a role that adds none. */
  browse: (() => void) | undefined
}

function Library({ folder, folders, note, browse }: LibraryProps) {
  const { t } = useTranslation('images')
  const [{ search, page }, change] = useUrlState(state)
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Image>()
  const query = { search, folder_uuid: folder, page, per_page: IMAGES_PER_PAGE }
  const list = useReadPage(listImages, { query })
  const isPastEnd = useLastPage({ list, page, perPage: IMAGES_PER_PAGE, change })
  const selection = useImageSelection({ images: list.data?.rows ?? NO_IMAGES, folders })
  if (list.error && !list.data) {
    return <ReadFailure error={list.error} title={t('failed')} onRetry={() => void list.refetch()} />
  }
  const rows = isPastEnd ? undefined : list.data?.rows
  const shown = rows?.find(each => each.uuid === opened?.uuid)
  return (
    <>
      {note}
      {selection && selection.ids.size > 0 ? (
        <SelectionBar selection={selection} />
      ) : (
        <Toolbar
          find={<ListSearch search={search} change={change} placeholder={t('find')} />}
          end={
            browse && (
              <Button icon={FolderPlus} onClick={() => setAdding(true)}>
                {t('folder.add')}
              </Button>
            )
          }
        />
      )}
      {folder === undefined && search === '' && page === 1 && <FolderTiles folders={folders} />}
      {rows === undefined && (
        <>
          <LoadingNote />
          <TilesSkeleton />
        </>
      )}
      {rows?.length === 0 && (
        <Nothing search={search} browse={browse} onClear={() => change({ search: '', page: 1 })} />
      )}
      {rows && rows.length > 0 && (
        <ImageTiles images={rows} label={t('title')} onOpen={setOpened} current={opened?.uuid} selection={selection} />
      )}
      {list.data && rows && rows.length > 0 && (
        <Pagination
          page={page}
          perPage={IMAGES_PER_PAGE}
          total={list.data.paging.total}
          onPage={next => change({ page: next })}
        />
      )}
      {isAdding && <FolderDialog onClose={() => setAdding(false)} />}
      {shown && <ImageDrawer key={shown.uuid} image={shown} folders={folders} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface NothingProps {
  search: string
  browse: (() => void) | undefined
  onClear: () => void
}

function Nothing({ search, browse, onClear }: NothingProps) {
  const { t } = useTranslation('images')
  if (search !== '') return <NothingFound framed title={t('nothing', { search })} onClear={onClear} />
  const add = browse && (
    <Button icon={Upload} onClick={browse}>
      {t('upload.action')}
    </Button>
  )
  return (
    <StateCard kind="empty" icon={Images} framed title={t('none')} actions={add}>
      {t('noneText')}
    </StateCard>
  )
}
