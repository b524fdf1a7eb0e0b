/** Messages between a process that prepares an image and its owner. */

export interface ImageOrder {
  /** Of the file with the upload. */
  path: string
  timeSeconds: number
}

export interface PreparedImage {
  format: 'jpeg' | 'png' | 'gif'
  content: Buffer
  /** Pixels; of an animation those of a frame. */
  width: number
  height: number
  isAnimated: boolean
  /** WebP; null where the image is small enough. */
  thumbnail: Buffer | null
}

/** Why an upload is no image for us. */
export type ImageFault = 'kind' | 'svg' | 'frames' | 'pixels' | 'broken' | 'slow'

export type ImageAnswer = { image: PreparedImage } | { fault: ImageFault }
