/**
 * Who owns which key, for some hundred thousand keys in a few megabytes: the texts lie one behind the other in one buffer and
 * are found by open addressing. A Map of strings takes five times as much and keeps the collector busy.
 */

const FIRST_ENTRIES = 1024
/** Of the table that may be taken before it grows. */
const LOAD_MAX = 0.5
export const NOBODY = -1

/** Numbers from 0 to 2^31, by index. */
export class NumberList {
  private values = new Int32Array(FIRST_ENTRIES)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length++] = value
  }

  get(index: number): number {
    return this.values[index] ?? NOBODY
  }

  set(index: number, value: number): void {
    this.values[index] = value
  }
}

/** Keys are never forgotten, but may come to belong to NOBODY. */
export class KeyTable {
  /** Number of an entry plus one; 0: free. */
  private table = new Int32Array(FIRST_ENTRIES * 4)
  private texts = Buffer.allocUnsafe(FIRST_ENTRIES * 32)
  private textsEnd = 0
  private key = Buffer.allocUnsafe(1024)
  private keyLength = 0
  /** Of each entry: where its text begins (it ends where the next one does), its hash, who has it. */
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
    return this.texts.toString('utf8', this.starts.get(entry), this.endOf(entry))
  }

  /** Puts the key into `this.key`; answers its hash (FNV-1a). */
  private take(key: string): number {
    if (key.length * 3 > this.key.length) this.key = Buffer.allocUnsafe(key.length * 3)
    this.keyLength = this.key.write(key)
    let hash = 0x811c9dc5
    for (let at = 0; at < this.keyLength; at++) hash = Math.imul(hash ^ (this.key[at] ?? 0), 0x01000193)
    return hash ^ (hash >>> 15)
  }

  private endOf(entry: number): number {
    return entry + 1 < this.starts.length ? this.starts.get(entry + 1) : this.textsEnd
  }

  private find(hash: number): number {
    const mask = this.table.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const entry = (this.table[at] ?? 0) - 1
      if (entry < 0) return NOBODY
      if (this.hashes.get(entry) === hash && this.holds(entry)) return entry
    }
  }

  private holds(entry: number): boolean {
    const [start, end] = [this.starts.get(entry), this.endOf(entry)]
    return end - start === this.keyLength && this.texts.compare(this.key, 0, this.keyLength, start, end) === 0
  }

  private add(hash: number, owner: number): number {
    if ((this.starts.length + 1) / this.table.length > LOAD_MAX) this.grow()
    while (this.textsEnd + this.keyLength > this.texts.length) {
      this.texts = Buffer.concat([this.texts], this.texts.length * 2)
    }
    const entry = this.starts.length
    this.starts.push(this.textsEnd)
    this.hashes.push(hash)
    this.owners.push(owner)
    this.key.copy(this.texts, this.textsEnd, 0, this.keyLength)
    this.textsEnd += this.keyLength
    this.place(entry, hash)
    return entry
  }

  private grow(): void {
    this.table = new Int32Array(this.table.length * 2)
    for (let entry = 0; entry < this.starts.length; entry++) this.place(entry, this.hashes.get(entry))
  }

  private place(entry: number, hash: number): void {
    const mask = this.table.length - 1
    let at = hash & mask
    while (this.table[at] !== 0) at = (at + 1) & mask
    this.table[at] = entry + 1
  }
}
