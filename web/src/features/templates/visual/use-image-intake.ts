import { type ImageUploads, useImageUploads } from '../../../components/images/use-image-uploads.ts'
import { mailWidth } from './canvas/styles.ts'
import { lookOf } from './mjml/look.ts'
import { bodyOf } from './mjml/parse.ts'
import { find, replace } from './mjml/tree.ts'
import { EMPTY_IMAGE, hasPicture, withImage } from './model/image.ts'
import { kindOf, levelInside } from './model/kinds.ts'
import { after, blockAt, insertAt, nodesOf, type Slot, slotNear, withoutBlock } from './model/places.ts'
import { useVisualShared } from './visual-context.ts'

/** Where images go that come from outside: into an image that is there, or into a place between blocks. */
export type ImageTarget = { image: number; slot?: undefined } | { slot: Slot; image?: undefined }

export interface ImageIntake {
  uploads: ImageUploads
  put: (files: readonly File[], target: ImageTarget) => void
  /** Where what is pasted goes: into the chosen image, or after what is chosen. */
  nearChosen: () => ImageTarget
}

/** Takes image files into the library and shows each of them in the mail. */
export function useImageIntake(): ImageIntake {
  const { visual, looks } = useVisualShared()
  const uploads = useImageUploads(undefined)
  const room = mailWidth(lookOf(bodyOf(visual.root), looks))
  const upload = (file: File, id: number, isNew: boolean) =>
    uploads.add([file], {
      onTaken: image =>
        visual.edit(root => replace(root, id, node => (node.kind === 'element' ? withImage(node, image, room) : node))),
      // What was made for it goes again, unless somebody has given it another picture.
      onRefused: () => {
        if (isNew) visual.edit(root => withoutEmpty(root, id))
      },
    })
  const putNew = (files: readonly File[], slot: Slot) => {
    const depth = (find(visual.root, slot.parent)?.path.length ?? 0) + (slot.level === 'row' ? 2 : 0)
    const nodes = files.flatMap(() => nodesOf(EMPTY_IMAGE, depth))
    visual.edit(root => insertAt(root, nodes, 'content', slot), { chosen: nodes[0]?.id ?? null })
    for (const [at, file] of files.entries()) {
      const id = nodes[at]?.id
      if (id !== undefined) upload(file, id, true)
    }
  }
  const put = (files: readonly File[], { image, slot }: ImageTarget) => {
    if (slot) return putNew(files, slot)
    const [first, ...further] = files
    if (first) upload(first, image, false)
    visual.choose(image)
    const path = blockAt(visual.root, image)?.path ?? []
    const parent = path.at(-1)
    if (further.length > 0 && parent) putNew(further, after(parent, image, levelInside(path) ?? 'content'))
  }
  const nearChosen = (): ImageTarget => {
    const { root, chosen } = visual
    const block = blockAt(root, chosen)?.block
    return block && kindOf(block) === 'image' ? { image: block.id } : { slot: slotNear(root, 'content', chosen) }
  }
  return { uploads, put, nearChosen }
}

type Root = Parameters<typeof withoutBlock>[0]

function withoutEmpty(root: Root, id: number): Root {
  const block = blockAt(root, id)?.block
  return block?.kind === 'element' && !hasPicture(block) ? withoutBlock(root, id) : root
}
