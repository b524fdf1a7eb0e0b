/** The pictures of a push package. Safari wants five sizes; if only the largest is given, it replaces the others. */
import { SAFARI_ICON_SIZES, type SafariIconSize } from '@notifly/contracts/web-push/safari'
import { unzipSync, zipSync } from 'fflate'
import type { Icons } from './push-package.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Whether it is a PNG with this edge length (RFC 2083 section 11.2.1). */
export function isPng(content: Buffer, size: SafariIconSize): boolean {
  if (content.length < 45 || !content.subarray(0, 8).equals(SIGNATURE)) return false
  return (
    content.toString('latin1', 12, 16) === 'IHDR' &&
    content.readUInt32BE(16) === size &&
    content.readUInt32BE(20) === size
  )
}

/** Combines all of them into one file. */
export function packIcons(icons: Icons): Buffer {
  return Buffer.from(zipSync(Object.fromEntries([...icons].map(([size, png]) => [`${size}.png`, png])), { level: 0 }))
}

export function unpackIcons(file: Buffer): Icons {
  const files = unzipSync(file)
  const entries = SAFARI_ICON_SIZES.flatMap(size => {
    const content = files[`${size}.png`]
    return content === undefined ? [] : [[size, Buffer.from(content)] as const]
  })
  return new Map(entries)
}
