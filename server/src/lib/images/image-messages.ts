/** Messages between the process that prepares an image and its owner. */

export interface ImageOrder {
  /** Path of the uploaded file. */
  path: string
  timeSeconds: number
}

export interface PreparedImage {
  format: 'jpeg' | 'png' | 'gif'
  content: Buffer
  /** In pixels; for an animation, of one frame. */
  width: number
  height: number
  isAnimated: boolean
  /** WebP; null if the image is small enough. */
  thumbnail: Buffer | null
}

/** Why an upload is not accepted as an image. */
export type ImageFault = 'kind' | 'svg' | 'frames' | 'pixels' | 'broken' | 'slow'

export type ImageAnswer = { image: PreparedImage } | { fault: ImageFault }
