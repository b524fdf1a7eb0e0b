/** A list of numbers that grows by pages, so that nothing is copied and hardly anything stands empty. */

const PAGE_NUMBERS = 8192
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
