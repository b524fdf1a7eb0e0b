/** Compact tables of keys, texts and numbers, outside of the heap that the garbage collector scans. */

const FIRST_SLOTS = 4096
/** Share of used slots from which on their number is doubled. */
const LOAD_MAX = 0.7

/**
 * Owners of some hundred thousand keys in a few megabytes, by open addressing. A Map of strings takes five times as much and keeps the
 * garbage collector busy. Keys are never removed, but may come to belong to NOBODY.
 */
export class KeyTable {
  /** Entry number plus one; 0: free. */
  private slots = new Int32Array(0)
  private key = Buffer.allocUnsafeSlow(1024)
  private keyLength = 0
  /** Per entry: its text, its hash, its owner. */
  private readonly texts = new TextList()
  private readonly hashes = new NumberList()
  private readonly owners = new NumberList()

  ownerOf(key: string): number {
    const entry = this.find(this.take(key))
    return entry < 0 ? NOBODY : this.owners.get(entry)
  }

  /** Sets the owner of a key. Returns the entry, which `textOf` takes. */
  give(key: string, owner: number): number {
    const hash = this.take(key)
    const found = this.find(hash)
    if (found >= 0) {
      this.owners.set(found, owner)
      return found
    }
    return this.add(hash, owner)
  }

  textOf(entry: number): string {
    return this.texts.get(entry)
  }

  get sizeBytes(): number {
    return this.texts.sizeBytes + this.hashes.sizeBytes + this.owners.sizeBytes + this.slots.byteLength
  }

  /** Puts the key into `this.key`; returns its hash (FNV-1a). */
  private take(key: string): number {
    if (key.length * 3 > this.key.length) this.key = Buffer.allocUnsafeSlow(key.length * 3)
    this.keyLength = this.key.write(key)
    let hash = 0x811c9dc5
    for (let at = 0; at < this.keyLength; at++) hash = Math.imul(hash ^ (this.key[at] ?? 0), 0x01000193)
    return hash ^ (hash >>> 15)
  }

  private find(hash: number): number {
    const mask = this.slots.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const entry = (this.slots[at] ?? 0) - 1
      if (entry < 0) return NOBODY
      if (this.hashes.get(entry) === hash && this.texts.isEqual(entry, this.key, this.keyLength)) return entry
    }
  }

  private add(hash: number, owner: number): number {
    if ((this.texts.length + 1) / this.slots.length > LOAD_MAX) this.grow()
    const entry = this.texts.pushBytes(this.key, this.keyLength)
    this.hashes.push(hash)
    this.owners.push(owner)
    this.place(entry, hash)
    return entry
  }

  private grow(): void {
    this.slots = new Int32Array(Math.max(FIRST_SLOTS, this.slots.length * 2))
    for (let entry = 0; entry < this.texts.length; entry++) this.place(entry, this.hashes.get(entry))
  }

  private place(entry: number, hash: number): void {
    const mask = this.slots.length - 1
    let at = hash & mask
    while (this.slots[at] !== 0) at = (at + 1) & mask
    this.slots[at] = entry + 1
  }
}

const PAGE_BYTES = 65_536
/** UTF-8 takes at most three bytes per UTF-16 unit. */
const UNIT_BYTES_MAX = 3

interface TextPage {
  bytes: Buffer
  /** End of its last text. */
  end: number
}

/**
 * Some hundred thousand short texts, by index, in little more than their bytes. As strings they take several times as much
 * and keep the collector busy. Grows by pages: what doubles takes up to twice its content, and leaves as much again to the
 * collector.
 */
export class TextList {
  private readonly pages: TextPage[] = []
  /** Page number times PAGE_BYTES, plus the offset in it; a text ends where the next one begins. */
  private readonly starts = new NumberList()
  private text = Buffer.allocUnsafeSlow(1024)

  get length(): number {
    return this.starts.length
  }

  get sizeBytes(): number {
    return this.pages.reduce((sum, { bytes }) => sum + bytes.length, this.starts.sizeBytes)
  }

  /** Returns its index. */
  push(text: string): number {
    const needed = text.length * UNIT_BYTES_MAX
    if (needed > this.text.length) this.text = Buffer.allocUnsafeSlow(needed)
    return this.pushBytes(this.text, this.text.write(text))
  }

  /** Adds the first `length` bytes. A text longer than a page gets a page of its own. */
  pushBytes(bytes: Buffer, length: number): number {
    let page = this.pages.at(-1)
    if (page === undefined || page.end + length > page.bytes.length || page.end >= PAGE_BYTES) {
      page = { bytes: Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, length)), end: 0 }
      this.pages.push(page)
    }
    this.starts.push((this.pages.length - 1) * PAGE_BYTES + page.end)
    page.end += bytes.copy(page.bytes, page.end, 0, length)
    return this.starts.length - 1
  }

  /** Empty if there is none. */
  get(index: number): string {
    const place = this.placeOf(index)
    return place === undefined ? '' : place.bytes.toString('utf8', place.start, place.end)
  }

  /** Whether the text equals the first `length` bytes. */
  isEqual(index: number, bytes: Buffer, length: number): boolean {
    const place = this.placeOf(index)
    if (place === undefined || place.end - place.start !== length) return false
    return place.bytes.compare(bytes, 0, length, place.start, place.end) === 0
  }

  private placeOf(index: number): { bytes: Buffer; start: number; end: number } | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.starts.length) return undefined
    const start = this.starts.get(index)
    const next = index + 1 < this.starts.length ? this.starts.get(index + 1) : undefined
    const pageNo = Math.trunc(start / PAGE_BYTES)
    const page = this.pages[pageNo]
    if (page === undefined) return undefined
    const isLast = next === undefined || Math.trunc(next / PAGE_BYTES) !== pageNo
    return { bytes: page.bytes, start: start % PAGE_BYTES, end: isLast ? page.end : next % PAGE_BYTES }
  }
}

const PAGE_NUMBERS = 8192
export const NOBODY = -1

/** Numbers from 0 to 2^31 and NOBODY, by index. Grows by pages: nothing is copied, and little is empty. */
export class NumberList {
  /** Undefined: NOBODY throughout, as for a key that the file does not have. */
  private readonly pages: (Int32Array | undefined)[] = []
  length = 0

  push(value: number): void {
    this.set(this.length, value)
    this.length += 1
  }

  get(index: number): number {
    return this.pages[Math.trunc(index / PAGE_NUMBERS)]?.[index % PAGE_NUMBERS] ?? NOBODY
  }

  set(index: number, value: number): void {
    const pageNo = Math.trunc(index / PAGE_NUMBERS)
    let page = this.pages[pageNo]
    if (page === undefined) {
      page = value === NOBODY ? undefined : new Int32Array(PAGE_NUMBERS).fill(NOBODY)
      this.pages[pageNo] = page
    }
    if (page !== undefined) page[index % PAGE_NUMBERS] = value
  }

  get sizeBytes(): number {
    return this.pages.reduce((sum, page) => sum + (page?.byteLength ?? 0), 0)
  }
}
