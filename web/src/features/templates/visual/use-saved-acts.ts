import { readTemplateBlock, type TemplateBlock } from '@notifly/contracts/templates/blocks'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { readOptions } from '../../../api/queries.ts'
import { announce } from '../../../api/signals.ts'
import type { SavedDragged } from './canvas/use-draggable.ts'
import { insertAt, type Slot } from './model/places.ts'
import { savedNode, type SavedPiece, slotForSaved, withVersion } from './model/saved.ts'
import { useVisualShared } from './visual-context.ts'

/** Puts a block of the library into a place, or where it fits best. */
export function useInsertSaved(): (saved: SavedDragged, slot?: Slot) => void {
  const { t } = useTranslation('visual')
  const { visual } = useVisualShared()
  const read = useReadBlock()
  const insert = async ({ uuid, place: level }: SavedDragged, slot?: Slot) => {
    const block = await read(uuid)
    if (!block) return
    const { root, chosen } = visual
    const place = slot ?? slotForSaved(root, level, chosen)
    const node = savedNode(root, pieceOf(block), level, place)
    if (!node) announce({ tone: 'danger', message: t('saved.unreadable') })
    else visual.edit(now => insertAt(now, [node], level, place), { chosen: node.id })
  }
  return (saved, slot) => void insert(saved, slot)
}

/** Takes the newest version of a block into the mail, wherever it has the block. */
export function useTakeVersion(): (block: TemplateBlock) => void {
  const { t } = useTranslation('visual')
  const { visual } = useVisualShared()
  return block => {
    const next = withVersion(visual.root, pieceOf(block))
    if (next) visual.edit(() => next)
    else announce({ tone: 'danger', message: t('saved.unreadable') })
  }
}

function pieceOf({ uuid, version, mjml }: TemplateBlock): SavedPiece {
  return { uuid, version, mjml }
}

/** Of this moment; its failure is said. */
function useReadBlock(): (uuid: string) => Promise<TemplateBlock | undefined> {
  const client = useQueryClient()
  return async uuid => {
    try {
      return await client.fetchQuery({ ...readOptions(readTemplateBlock, { params: { uuid } }), staleTime: 0 })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      announce({ tone: 'danger', message: error })
      return undefined
    }
  }
}
