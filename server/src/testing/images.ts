/** Images that are not what they say, or more than they look: for tests, and for what a hostile tenant uploads. */
import { crc32, deflateSync } from 'node:zlib'

/** A PNG that says to have this size, with the content of so many lines; of all of them it is a whole one. */
export function pngOf(width: number, height: number, lines = 1): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(body.length + 8)
    frame.writeUInt32BE(data.length, 0)
    body.copy(frame, 4)
    frame.writeUInt32BE(crc32(body), body.length + 4)
    return frame
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const content = deflateSync(Buffer.alloc((width * 3 + 1) * lines))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}

/** A GIF of frames of one pixel. */
export function gifOf(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1')
  const frame = Buffer.from('\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00', 'latin1')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from('\x3b', 'latin1')])
}
