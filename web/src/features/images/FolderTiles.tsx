import { deleteImageFolder, type ImageFolder, listImageFolders, listImages } from '@notifly/contracts/images/images'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Folder, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useCan } from '../../components/session/use-session.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import type { MenuItem } from '../../ui/overlays/MenuPopup.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import { FolderDialog } from './FolderDialog.tsx'

/** The way into each folder. */
export function FolderTiles({ folders }: { folders: readonly ImageFolder[] }) {
  const { t } = useTranslation('images')
  const [renaming, setRenaming] = useState<ImageFolder>()
  const [deleting, setDeleting] = useState<ImageFolder>()
  if (folders.length === 0) return null
  return (
    <>
      <ul
        aria-label={t('folder.all')}
        className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3 max-sm:gap-2"
      >
        {folders.map(folder => (
          <li key={folder.uuid} className="min-w-0">
            <FolderTile folder={folder} onRename={() => setRenaming(folder)} onDelete={() => setDeleting(folder)} />
          </li>
        ))}
      </ul>
      {renaming && <FolderDialog folder={renaming} onClose={() => setRenaming(undefined)} />}
      {deleting && (
        <ConfirmWrite
          endpoint={deleteImageFolder}
          input={{ query: { uuid: deleting.uuid } }}
          refreshes={[listImageFolders, listImages]}
          onClose={() => setDeleting(undefined)}
          title={t('folder.deleteTitle', { name: deleting.name })}
          action={t('folder.delete')}
        >
          {t('folder.deleteText')}
        </ConfirmWrite>
      )}
    </>
  )
}

interface FolderTileProps {
  folder: ImageFolder
  onRename: () => void
  onDelete: () => void
}

function FolderTile({ folder: { uuid, name, images }, onRename, onDelete }: FolderTileProps) {
  const { t } = useTranslation('images')
  const slug = useSlug()
  const mayUpdate = useCan(ACTIVITY.templateEmail, 'update')
  const mayDelete = useCan(ACTIVITY.templateEmail, 'delete')
  const items: MenuItem[] = [
    mayUpdate && { label: t('folder.rename'), icon: Pencil, onSelect: onRename },
    mayDelete && { label: t('folder.delete'), icon: Trash2, danger: true, onSelect: onDelete },
  ]
  return (
    <div className="flex items-center gap-1 rounded-3 border border-line bg-surface pe-2 hover:border-line-strong">
      <Link
        href={paths.images(slug, { folder: uuid })}
        tone="plain"
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-3 px-3 py-2.5"
      >
        <Icon of={Folder} className="text-muted" />
        <span className="min-w-0 flex-1 truncate font-medium" title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className="tnum text-12 text-muted">{t('folder.images', { count: images })}</span>
      </Link>
      <RowMenu items={items} name={name} />
    </div>
  )
}
