/**
 * A process that decodes one uploaded image, encodes it again and ends: decoders are native code that reads a stranger's bytes. Its owner
 * (prepare-image.ts) kills it at its limits.
 */
import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { ImageAnswer, ImageFault, ImageOrder, PreparedImage } from './image-messages.ts'

/** Lower priority than the engine, as for threads with tenants' work (work-pool/pool-thread.ts). */
const PRIORITY = 10

/** More than emails show on any screen, and a usual width for camera pictures that were scaled down. */
const WIDTH_MAX = 2000
const HEIGHT_MAX = 8000
/** The largest phone photographs have 50 million; for animations, all frames together. */
const PIXELS_MAX = 51_000_000
const FRAMES_MAX = 400
/** Twice the size at which lists show it. */
const THUMBNAIL_PX = 400
/** A smaller file is its own thumbnail. */
const THUMBNAIL_FROM_BYTES = 24_576

/** Comments and a document type may precede the element. */
const SVG_HEAD_BYTES = 2048

const FORMATS = ['jpeg', 'png', 'webp', 'gif']

/** Anything but the four formats is never given to a decoder, including SVG with its scripts and references. */
function allowFourFormats(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif']
  sharp.unblock({ operation: loaders })
}

async function prepare({ path, timeSeconds }: ImageOrder): Promise<ImageAnswer> {
  const facts = await readFacts(path)
  if (typeof facts === 'string') return { fault: facts }
  const isAnimated = (facts.pages ?? 1) > 1
  const options = { animated: isAnimated, limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true } as const
  try {
    const source = sharp(path, options).timeout({ seconds: timeSeconds })
    const shrunk = source.autoOrient().resize({
      width: WIDTH_MAX,
      height: HEIGHT_MAX,
      fit: 'inside',
      withoutEnlargement: true,
    })
    const { data, info } = await written(shrunk, facts, isAnimated).toBuffer({ resolveWithObject: true })
    const image: PreparedImage = {
      format: info.format === 'jpeg' || info.format === 'gif' ? info.format : 'png',
      content: data,
      width: info.width,
      height: info.pageHeight ?? info.height,
      isAnimated,
      thumbnail: null,
    }
    if (data.length >= THUMBNAIL_FROM_BYTES) image.thumbnail = await thumbnailOf(data)
    return { image }
  } catch (error) {
    return { fault: /timeout/i.test(String(error)) ? 'slow' : 'broken' }
  }
}

/** Reads only the header, to estimate how much decoding it would take. */
async function readFacts(path: string): Promise<Metadata | ImageFault> {
  let facts: Metadata
  try {
    // Only the header of an animation's first frame counts here; the whole is checked below.
    facts = await sharp(path, { limitInputPixels: false, animated: false }).metadata()
  } catch {
    return (await isSvg(path)) ? 'svg' : 'kind'
  }
  if (!FORMATS.includes(facts.format)) return 'kind'
  const { width, height, pages = 1 } = facts
  if (pages > FRAMES_MAX) return 'frames'
  return width * height * pages > PIXELS_MAX ? 'pixels' : facts
}

/** Whether it starts like SVG, for which people get a more precise answer than for other files. */
async function isSvg(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SVG_HEAD_BYTES), 0, SVG_HEAD_BYTES)
  return buffer.toString('latin1', 0, bytesRead).includes('<svg')
}

/**
 * Email programs show JPEG, PNG and GIF; WebP is converted to one of them, since Outlook on Windows cannot show it. Nothing but the pixels
 * is written: no location, no camera, no profile, no further bytes.
 */
function written(image: Sharp, { format, hasAlpha }: Metadata, isAnimated: boolean): Sharp {
  if (isAnimated) return image.gif({ effort: 3, interFrameMaxError: 2 })
  if (format === 'gif') return image.gif({ effort: 7 })
  if (format === 'jpeg' || (format === 'webp' && !hasAlpha)) return image.jpeg({ quality: 85, mozjpeg: true })
  return image.png({ compressionLevel: 9 })
}

/** For an animation, of its first frame. */
async function thumbnailOf(content: Buffer): Promise<Buffer> {
  const size = { width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside', withoutEnlargement: true } as const
  return sharp(content, { animated: false }).resize(size).webp({ quality: 78 }).toBuffer()
}

if (process.platform === 'linux') setPriority(PRIORITY)
allowFourFormats()
sharp.concurrency(1)
sharp.cache(false)
process.once('message', (order: ImageOrder) => {
  void prepare(order).then(answer => process.send?.(answer, () => process.exit()))
})
