/**
 * Who owns which key, for some hundred thousand keys in a few megabytes, by open addressing. A Map of strings takes five times
 * as much and keeps the collector busy.
 */
import { NOBODY, NumberList, TextList } from './text-list.ts'

const FIRST_SLOTS = 4096
/** Of the slots that may be taken before there are twice as many. */
const LOAD_MAX = 0.7

/** Keys are never forgotten, but may come to belong to NOBODY. */
export class KeyTable {
  /** Number of an entry plus one; 0: free. */
  private slots = new Int32Array(0)
  private key = Buffer.allocUnsafeSlow(1024)
  private keyLength = 0
  /** Of each entry: its text, the hash of that, who has it. */
  private readonly texts = new TextList()
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
    return this.texts.get(entry)
  }

  get sizeBytes(): number {
    return this.texts.sizeBytes + this.hashes.sizeBytes + this.owners.sizeBytes + this.slots.byteLength
  }

  /** Puts the key into `this.key`; answers its hash (FNV-1a). */
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
