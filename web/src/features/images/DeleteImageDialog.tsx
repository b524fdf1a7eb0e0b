import { deleteImage, type Image, listImageFolders, listImages, listImageUses } from '@notifly/contracts/images/images'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { ConfirmWrite } from '../../components/form/ConfirmWrite.tsx'
import { PartFailure } from '../../components/states/PartFailure.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'

interface DeleteImageDialogProps {
  image: Image
  onClose: () => void
  onDone: () => void
}

/** Names of what shows it; more would hide the question. */
const NAMES_MAX = 5

/** Says what shows an image before it goes. */
export function DeleteImageDialog({ image, onClose, onDone }: DeleteImageDialogProps) {
  const { t } = useTranslation('images')
  return (
    <ConfirmWrite
      endpoint={deleteImage}
      input={{ query: { uuid: image.uuid } }}
      refreshes={[listImages, listImageFolders]}
      onClose={onClose}
      onDone={onDone}
      title={t('delete.title', { name: image.name })}
      action={t('delete.action')}
    >
      <Consequences image={image} />
    </ConfirmWrite>
  )
}

function Consequences({ image }: { image: Image }) {
  const { t } = useTranslation('images')
  const { list } = useDisplay()
  const { data, error, refetch } = useRead(listImageUses, { query: { uuid: image.uuid } })
  if (error && !data) {
    return <PartFailure error={error} title={t('uses.failed')} onRetry={() => void refetch()} />
  }
  if (data === undefined) {
    return (
      <>
        <LoadingNote />
        <Skeleton height="2.5rem" />
      </>
    )
  }
  const { uses, runs } = data
  if (uses.length === 0 && runs === 0) return <p>{t('delete.unused')}</p>
  const named = uses.slice(0, NAMES_MAX).map(({ name, kind }) => (name === '' ? t(`uses.kinds.${kind}`) : name))
  const others = uses.length - named.length
  return (
    <div className="flex flex-col gap-2">
      {named.length > 0 && (
        <p className="wrap-anywhere">
          {t('delete.used', {
            names: list([...named, ...(others > 0 ? [t('delete.others', { count: others })] : [])]),
          })}
        </p>
      )}
      {runs > 0 && <p>{t('uses.runs', { count: runs })}</p>}
      <p>{t('delete.stays')}</p>
    </div>
  )
}
