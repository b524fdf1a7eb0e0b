/**
 * Who owns which key, for some hundred thousand keys in a few megabytes: the texts lie one behind the other and are found by
 * open addressing. A Map of strings takes five times as much and keeps the collector busy. Lists and texts grow by pages:
 * what doubles takes up to twice its content, and leaves as much again to the collector.
 */

const PAGE_NUMBERS = 8192
const PAGE_BYTES = 65_536
const FIRST_SLOTS = 4096
/** Of the slots that may be taken before there are twice as many. */
const LOAD_MAX = 0.7
export const NOBODY = -1

/** Numbers from 0 to 2^31 and NOBODY, by index. */
export class NumberList {
  /** Undefined: nothing but NOBODY, as for a key that the file does not have. */
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

interface TextPage {
  bytes: Buffer
  /** Where its last text ends. */
  end: number
}

/** Keys are never forgotten, but may come to belong to NOBODY. */
export class KeyTable {
  /** Number of an entry plus one; 0: free. */
  private slots = new Int32Array(0)
  private readonly pages: TextPage[] = []
  private key = Buffer.allocUnsafe(1024)
  private keyLength = 0
  /**
   * Of each entry: where its text begins (number of the page times PAGE_BYTES, and the place in it; it ends where the next one
   * begins), its hash, who has it.
   */
  private readonly starts = new NumberList()
  private readonly hashes = new NumberList()
  private readonly owners = new NumberList()

  ownerOf(key: string): number {
    const entry = this.find(this.take(key))
    return entry < 0 ? NOBODY : this.owners.get(entry)
  }

  /** Answers the entry of the key, by which `textOf` finds it. */
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
    const { bytes, start, end } = this.placeOf(entry)
    return bytes.toString('utf8', start, end)
  }

  get sizeBytes(): number {
    const texts = this.pages.reduce((sum, { bytes }) => sum + bytes.length, 0)
    const lists = [this.starts, this.hashes, this.owners].reduce((sum, list) => sum + list.sizeBytes, 0)
    return texts + lists + this.slots.byteLength
  }

  /** Puts the key into `this.key`; answers its hash (FNV-1a). */
  private take(key: string): number {
    if (key.length * 3 > this.key.length) this.key = Buffer.allocUnsafe(key.length * 3)
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
      if (this.hashes.get(entry) === hash && this.holds(entry)) return entry
    }
  }

  private holds(entry: number): boolean {
    const { bytes, start, end } = this.placeOf(entry)
    return end - start === this.keyLength && bytes.compare(this.key, 0, this.keyLength, start, end) === 0
  }

  private placeOf(entry: number): { bytes: Buffer; start: number; end: number } {
    const start = this.starts.get(entry)
    const next = entry + 1 < this.starts.length ? this.starts.get(entry + 1) : undefined
    const pageNo = Math.trunc(start / PAGE_BYTES)
    const page = this.pages[pageNo]
    if (page === undefined) throw new Error(`no key has the number ${entry}`)
    const isLast = next === undefined || Math.trunc(next / PAGE_BYTES) !== pageNo
    return { bytes: page.bytes, start: start % PAGE_BYTES, end: isLast ? page.end : next % PAGE_BYTES }
  }

  private add(hash: number, owner: number): number {
    if ((this.starts.length + 1) / this.slots.length > LOAD_MAX) this.grow()
    const entry = this.starts.length
    this.starts.push(this.keepText())
    this.hashes.push(hash)
    this.owners.push(owner)
    this.place(entry, hash)
    return entry
  }

  /** Answers where it begins. A text that is longer than a page has one of its own. */
  private keepText(): number {
    let page = this.pages.at(-1)
    if (page === undefined || page.end + this.keyLength > page.bytes.length || page.end >= PAGE_BYTES) {
      page = { bytes: Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, this.keyLength)), end: 0 }
      this.pages.push(page)
    }
    const start = page.end
    page.end += this.key.copy(page.bytes, start, 0, this.keyLength)
    return (this.pages.length - 1) * PAGE_BYTES + start
  }

  private grow(): void {
    this.slots = new Int32Array(Math.max(FIRST_SLOTS, this.slots.length * 2))
    for (let entry = 0; entry < this.starts.length; entry++) this.place(entry, this.hashes.get(entry))
  }

  private place(entry: number, hash: number): void {
    const mask = this.slots.length - 1
    let at = hash & mask
    while (this.slots[at] !== 0) at = (at + 1) & mask
    this.slots[at] = entry + 1
  }
}
