/** Safari needs its icon in five sizes, which are generated in the browser. */
import { SAFARI_ICON_SIZES, type SafariIconSize } from '@notifly/contracts/web-push/safari'

export interface Icons {
  /** PNGs of all sizes. */
  files: ReadonlyMap<SafariIconSize, Blob>
  /** One of them as an address that a picture may have. */
  thumbnail: string
}

const THUMBNAIL_SIZE = 64

/** Cut to a square around the middle. Rejects for what is no picture. */
export async function iconsOf(file: Blob): Promise<Icons> {
  const picture = await createImageBitmap(file)
  try {
    const files = new Map<SafariIconSize, Blob>()
    // From the largest down, each from the one before: a picture made small at once loses its lines.
    let from: CanvasImageSource = picture
    let edge = Math.min(picture.width, picture.height)
    let thumbnail = ''
    let corner = { x: (picture.width - edge) / 2, y: (picture.height - edge) / 2 }
    for (const size of SAFARI_ICON_SIZES) {
      const canvas = drawn(from, { ...corner, edge }, size)
      files.set(size, await pngOf(canvas))
      if (size === THUMBNAIL_SIZE) thumbnail = canvas.toDataURL('image/png')
      from = canvas
      edge = size
      corner = { x: 0, y: 0 }
    }
    return { files, thumbnail }
  } finally {
    picture.close()
  }
}

function drawn(from: CanvasImageSource, cut: { x: number; y: number; edge: number }, size: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser draws nothing')
  context.imageSmoothingQuality = 'high'
  context.drawImage(from, cut.x, cut.y, cut.edge, cut.edge, 0, 0, size, size)
  return canvas
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob === null ? reject(new Error('no picture came about')) : resolve(blob)), 'image/png')
  })
}
