import {
  type Image,
  type ImageFolder,
  listImageFolders,
  listImages,
  moveImages,
} from '@notifly/contracts/images/images'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Folder, FolderInput, FolderX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { useCan } from '../../components/session/use-session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { TableSelection } from '../../ui/table/table-types.ts'

interface Selectable {
  images: readonly Image[]
  folders: readonly ImageFolder[]
}

/** Ticked images of the page, which go into a folder together; undefined where there is none, or for who may move nothing. */
export function useImageSelection({ images, folders }: Selectable): TableSelection | undefined {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const mayMove = useCan(ACTIVITY.templateEmail, 'update')
  if (!mayMove || folders.length === 0) return undefined
  // Those that went away, or are on another page now, are not moved unseen.
  const chosen = images.filter(({ uuid }) => ids.has(uuid))
  return {
    ids: new Set(chosen.map(({ uuid }) => uuid)),
    onChange: setIds,
    actions: () => <MoveMenu images={chosen} folders={folders} onDone={() => setIds(new Set())} />,
  }
}

function MoveMenu({ images, folders, onDone }: Selectable & { onDone: () => void }) {
  const { t } = useTranslation('images')
  const move = useWrite(moveImages, {
    refreshes: [listImages, listImageFolders],
    success: 'silent',
    onDone: ({ data }) => {
      announce({ tone: 'success', message: t('move.done', { count: data.moved }) })
      onDone()
    },
  })
  const to = (folder: string | null) => () =>
    move.mutate({ body: { uuids: images.map(({ uuid }) => uuid), folder_uuid: folder } })
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={FolderInput} loading={move.isPending}>
          {t('move.action')}
        </Button>
      }
      items={[
        ...folders.map(({ uuid, name, images: count }) => ({
          label: name,
          icon: Folder,
          hint: count,
          disabled: images.every(each => each.folder_uuid === uuid),
          onSelect: to(uuid),
        })),
        { separator: true },
        {
          label: t('folder.none'),
          icon: FolderX,
          disabled: images.every(each => each.folder_uuid === null),
          onSelect: to(null),
        },
      ]}
    />
  )
}
